import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.flink.api.common.resources.CPUResource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.blocklist.BlockedNodeRetriever;
import org.apache.flink.runtime.clusterframework.ApplicationStatus;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessSpec;
import org.apache.flink.runtime.clusterframework.types.ResourceID;
import org.apache.flink.runtime.clusterframework.types.ResourceIDRetrievable;
import org.apache.flink.runtime.entrypoint.component.DefaultDispatcherResourceManagerComponentFactory;
import org.apache.flink.runtime.entrypoint.component.DispatcherResourceManagerComponentFactory;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.resourcemanager.ResourceManagerRuntimeServicesConfiguration;
import org.apache.flink.runtime.resourcemanager.WorkerResourceSpec;
import org.apache.flink.runtime.resourcemanager.WorkerResourceSpecFactory;
import org.apache.flink.runtime.resourcemanager.active.ActiveResourceManagerFactory;
import org.apache.flink.runtime.resourcemanager.active.ResourceEventHandler;
import org.apache.flink.runtime.resourcemanager.active.ResourceManagerDriver;
import org.apache.flink.runtime.taskexecutor.TaskExecutor;
import org.apache.flink.util.concurrent.ScheduledExecutor;

/**
 * A MiniCluster whose ResourceManager asks for TaskManagers when slots are missing, as on YARN or Kubernetes. They
 * run in this process, but talk to each other through the network.
 */
class Workers extends MiniCluster {
    private record Worker(ResourceID id) implements ResourceIDRetrievable {
        @Override
        public ResourceID getResourceID() {
            return id;
        }
    }

    Workers(MiniClusterConfiguration settings) {
        super(settings);
    }

    @Override
    protected DispatcherResourceManagerComponentFactory createDispatcherResourceManagerComponentFactory() {
        return DefaultDispatcherResourceManagerComponentFactory.createSessionComponentFactory(new Factory());
    }

    /** Starts one TaskManager, and says which. */
    private Worker started() throws Exception {
        startTaskManager();
        Field all = MiniCluster.class.getDeclaredField("taskManagers");
        all.setAccessible(true);
        List<?> running = (List<?>) all.get(this);
        return new Worker(((TaskExecutor) running.get(running.size() - 1)).getResourceID());
    }

    private class Factory extends ActiveResourceManagerFactory<Worker> {
        @Override
        protected ResourceManagerDriver<Worker> createResourceManagerDriver(
                Configuration configuration, String web, String rpc) {
            return new Driver();
        }

        @Override
        protected ResourceManagerRuntimeServicesConfiguration createResourceManagerRuntimeServicesConfiguration(
                Configuration configuration) throws org.apache.flink.util.ConfigurationException {
            return ResourceManagerRuntimeServicesConfiguration.fromConfiguration(
                    configuration, new WorkerResourceSpecFactory() {
                        @Override
                        public WorkerResourceSpec createDefaultWorkerResourceSpec(Configuration of) {
                            return workerResourceSpecFromConfigAndCpu(of, new CPUResource(1));
                        }
                    });
        }
    }

    private class Driver implements ResourceManagerDriver<Worker> {
        @Override
        public void initialize(
                ResourceEventHandler<Worker> handler, ScheduledExecutor main, Executor io, BlockedNodeRetriever nodes) {
            handler.onPreviousAttemptWorkersRecovered(List.of());
        }

        @Override
        public void terminate() {}

        @Override
        public void deregisterApplication(ApplicationStatus status, String why) {}

        @Override
        public CompletableFuture<Worker> requestResource(TaskExecutorProcessSpec wanted) {
            try {
                return CompletableFuture.completedFuture(started());
            } catch (Exception thrown) {
                return CompletableFuture.failedFuture(thrown);
            }
        }

        @Override
        public void releaseResource(Worker worker) {}
    }
}
