"""The walk goes on, in sentences: from the stream graph to tasks that are deployed.

In the order of Flink 2.3.0: ``StreamingJobGraphGenerator.createJobGraph`` (ids, chains from the back,
what leaves them, physical edges, slot sharing, names), ``DefaultExecutionGraphBuilder``, the slots,
and ``TaskExecutor.submitTask``. Read off the graphs, which were made by the same rules.

Differs: all chains are told before anything of their vertices' configuration but their heads; where no
slot is left, no task is told of.
"""

from __future__ import annotations

from collections.abc import Mapping

from flinksim.drawing.document import WalkAction, WalkStep
from flinksim.graph.execution_graph import WAITING, ExecutionGraph
from flinksim.graph.job_graph import JobGraph, JobVertex
from flinksim.graph.stream_graph import StreamEdge, StreamNode

_SOME = 8
"""More subtasks of a vertex than this are told of together."""


def walk_on_of(
    execution_graph: ExecutionGraph, reasons: Mapping[str, str], first: int
) -> tuple[WalkStep, ...]:
    """What becomes of the stream graph of *execution_graph*'s job, in Flink's order.

    *reasons* say by edge why it is not chained; *first* is the number of the first step.
    """
    walk = _Walk(execution_graph, reasons, first)
    walk.job_graph()
    walk.execution_graph()
    walk.deployment()
    return tuple(walk.steps)


class _Walk:
    def __init__(self, graph: ExecutionGraph, reasons: Mapping[str, str], first: int) -> None:
        self._executions = graph
        self._job: JobGraph = graph.job_graph
        self._reasons = reasons
        self._first = first
        self._begun: set[int] = set()
        self._vertices = {vertex.head.id: vertex for vertex in self._job.vertices}
        self.steps: list[WalkStep] = []

    # --- the job graph -----------------------------------------------------------------------------

    def job_graph(self) -> None:
        """``createJobGraph``, from the ids of the nodes to the names of the vertices."""
        self._say(
            "phase", "StreamingJobGraphGenerator.createJobGraph: from StreamNode to JobVertex"
        )
        self._hashes()
        self._say("phase", "setChaining: createChain from each source, recursively")
        for source in sorted(self._job.stream_graph.sources, key=lambda node: node.id):
            self._chain(source, source, 1, 0)
        self._edges()
        self._sharing()

    def _hashes(self) -> None:
        nodes = self._job.stream_graph.nodes
        say = "StreamGraphHasherV2 gives each StreamNode its id, breadth-first from the sources"
        self._say("phase", say)
        for number, (node_id, digits) in enumerate(self._job.operator_ids.items()):
            node = nodes[node_id]
            if node.uid is not None:
                whence = (
                    f"from its uid {node.uid!r} alone: a change of the graph leaves it as it is"
                )
            else:
                inputs = ", ".join(str(edge.source_id) for edge in node.in_edges) or "none"
                chained = sum(1 for edge in node.out_edges if self._is_chained(edge))
                whence = (
                    f"from its place (hashed before it: {number}, chained behind it: {chained}, "
                    f"inputs: {inputs}): it has another id when one of these changes"
                )
            self._say("hash", f"{_named(node)} is {digits[:8]}…, {whence}", 1, node.id)

    def _is_chained(self, edge: StreamEdge) -> bool:
        return edge.name not in self._reasons

    def _chain(self, node: StreamNode, head: StreamNode, index: int, depth: int) -> None:
        """Flink's ``createChain``: first all that is behind, then the node itself."""
        if node is head:
            if node.id in self._begun:
                return
            self._begun.add(node.id)
        start = ", a chain start" if node is head else ""
        self._say(
            "chain", f"createChain({_named(node)}, chainIndex {index}){start}", depth, node.id
        )
        chained = [edge for edge in node.out_edges if self._is_chained(edge)]
        others = [edge for edge in node.out_edges if not self._is_chained(edge)]
        for edge in node.out_edges:
            if self._is_chained(edge):
                say = (
                    f"isChainable: edge {edge.source_id} to {edge.target_id} is a chainable output"
                )
            else:
                say = (
                    f"edge {edge.source_id} to {edge.target_id} is a non-chainable output: "
                    f"{self._reasons[edge.name]}"
                )
            self._say("edge", say, depth + 1, edge=edge.name)
        nodes = self._job.stream_graph.nodes
        for edge in chained:
            self._chain(nodes[edge.target_id], head, index + 1, depth + 1)
        for edge in others:
            target = nodes[edge.target_id]
            if target.id not in self._begun:
                self._chain(target, target, 1, depth + 1)
        end = "" if chained else ", setChainEnd"
        if node is head:
            vertex = self._vertices[node.id]
            say = (
                f"createJobVertex for {_named(node)}: JobVertex {vertex.name!r}, invokableClass "
                f"{vertex.invokable}, setChainStart{end}; {self._kept(vertex)}"
            )
            self._say("vertex", say, depth, node.id)
        else:
            say = f"StreamConfig of {_named(node)} goes into the chained configs of {head.id}{end}"
            self._say("config", say, depth, node.id)

    def _kept(self, vertex: JobVertex) -> str:
        others = len(vertex.operators) - 1
        if not others:
            return "it is alone in its chain"
        return f"the head's StreamConfig keeps {others} more (CHAINED_TASK_CONFIG)"

    def _edges(self) -> None:
        self._say("phase", "setPhysicalEdges: a JobEdge for each edge that leaves a chain")
        names = {vertex.key: vertex for vertex in self._job.vertices}
        for key in self._job.creation_order:
            for vertex in self._job.vertices:
                for edge in vertex.inputs:
                    if edge.source == key:
                        say = (
                            f"connectNewDataSetAsInput: IntermediateDataSet {edge.data_set} of "
                            f"{names[key].name!r} and a JobEdge to {vertex.name!r}: "
                            f"{edge.stream_edge.partitioner.name}, {edge.distribution_pattern}, "
                            f"{edge.result_type}"
                        )
                        self._say("connect", say, 1, edge=edge.stream_edge.name)

    def _sharing(self) -> None:
        self._say("phase", "setSlotSharingAndCoLocation: which vertices may share a slot")
        for vertex in self._job.vertices:
            also = f", CoLocationGroup {vertex.co_location_group!r}" * bool(
                vertex.co_location_group
            )
            asked = "" if vertex.resources is None else f"; it asks for {vertex.resources}"
            say = (
                f"{vertex.name!r} is in SlotSharingGroup {vertex.slot_sharing_group!r}{also}{asked}"
            )
            self._say("share", say, 1, vertex.head.id)
        self._say(
            "phase", "setManagedMemoryFraction: what of a slot's managed memory each operator has"
        )
        self._say(
            "phase", "addVertexIndexPrefixInVertexName, setVertexDescription: the names of the page"
        )
        say = "serializeOperatorCoordinatorsAndStreamConfig: the vertices hold what tasks are told"
        self._say("phase", say)

    # --- the execution graph -------------------------------------------------------------------------

    def execution_graph(self) -> None:
        """Each vertex unfolds into its subtasks, each data set into what they write."""
        self._say(
            "phase", "DefaultExecutionGraphBuilder, on the JobMaster: from JobVertex to Execution"
        )
        partitions = self._executions.result_partitions
        for vertex in self._job.vertices:
            count = vertex.parallelism
            say = (
                f"ExecutionJobVertex {vertex.name!r}: {count} times an ExecutionVertex with an "
                "Execution, its attempt 0 (ExecutionAttemptID), CREATED"
            )
            self._say("expand", say, 1, vertex.head.id)
            own = [one for one in partitions if one.producer.partition("/")[0] == vertex.key]
            for data_set in sorted({one.data_set for one in own}):
                of_it = [one for one in own if one.data_set == data_set]
                width = max(one.subpartitions for one in of_it)
                say = (
                    f"IntermediateResult {data_set}: {len(of_it)} times an IntermediateResultPartition "
                    f"with {_many(width, 'ResultSubpartition')}, {of_it[0].result_type}"
                )
                self._say("expand", say, 2, vertex.head.id)
            for edge in vertex.inputs:
                whose = (
                    "all readers" if edge.distribution_pattern == "ALL_TO_ALL" else "those readers"
                )
                say = (
                    f"EdgeManager: {edge.distribution_pattern}: partitions that {whose} read together "
                    "are a ConsumedPartitionGroup, and its readers a ConsumerVertexGroup"
                )
                self._say("expand", say, 2, edge=edge.stream_edge.name)

    # --- tasks ----------------------------------------------------------------------------------------

    def deployment(self) -> None:
        """Slots, then all executions SCHEDULED, then each is handed to its TaskExecutor."""
        graph = self._executions
        needed = len({(one.task_manager, one.slot) for one in graph.vertices})
        say = (
            f"PipelinedRegionSchedulingStrategy: {_many(len(graph.scheduling_order), 'region')}; the "
            f"JobMaster declares ResourceRequirements of {_many(needed, 'slot')}, the ResourceManager "
            "asks TaskExecutors"
        )
        self._say("phase", say)
        for vertex in self._job.vertices:
            subtasks = [one for one in graph.vertices if one.vertex == vertex.key]
            if any(one.task_manager == WAITING for one in subtasks):
                self._say("deploy", f"{vertex.name!r} waits for slots", 1, vertex.head.id)
                continue
            for one in subtasks[:_SOME]:
                groups = one.key_group_range
                say = (
                    f"TaskDeploymentDescriptor of {one.name}: TaskExecutor.submitTask on "
                    f"{one.task_manager}, slot {one.slot}; key groups {groups.start} to {groups.end}"
                )
                self._say("deploy", say, 1, vertex.head.id)
            if len(subtasks) > _SOME:
                self._say("deploy", f"and {len(subtasks) - _SOME} more of them", 1, vertex.head.id)
            self._say("task", self._in_the_task(vertex), 2, vertex.head.id)

    def _in_the_task(self, vertex: JobVertex) -> str:
        tail_first = ", ".join(chained.node.name for chained in reversed(vertex.operators))
        gates = len({edge.number for edge in vertex.inputs})
        asked = (
            ""
            if not gates
            else f", a partition request for each channel of {_many(gates, 'InputGate')}"
        )
        return (
            f"Task.startTaskThread, Task.doRun: buffer pools for {_many(gates, 'InputGate')} and "
            f"{_many(vertex.produced_data_sets, 'ResultPartition')}{asked}, "
            f"loadAndInstantiateInvokable({vertex.invokable}), createChainedOperator from the tail: "
            f"{tail_first}; then restore, invoke"
        )

    def _say(
        self,
        action: WalkAction,
        sentence: str,
        depth: int = 0,
        node: int | None = None,
        edge: str | None = None,
    ) -> None:
        number = self._first + len(self.steps)
        self.steps.append(WalkStep(number, depth, action, -1, node, edge, sentence))


def _named(node: StreamNode) -> str:
    return f"{node.name} [{node.id}]"


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count} {one if count == 1 else several or one + 's'}"
