/** Where a function waits for the item "release"; while it does, what comes is in flight. */
public class Hold {
    private static int held = 0;
    private static boolean open = false;

    static synchronized void await() throws InterruptedException {
        held++;
        while (!open) Hold.class.wait();
        held--;
    }

    static synchronized boolean holds() {
        return held > 0;
    }

    static synchronized void open() {
        open = true;
        Hold.class.notifyAll();
    }

    static synchronized void reset() {
        open();
        held = 0;
        open = false;
    }
}
