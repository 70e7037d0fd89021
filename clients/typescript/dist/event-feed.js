// The event stream as something to loop over. It asks more rarely while nothing happens, outlasts a server that is away, and
// tells with each event where to go on after a restart.
import { Refused, Unreachable } from "./refused.js";
import { backoffMs } from "./waiting.js";
const IDLE_MS = 1_000;
const IDLE_MS_MAX = 10_000;
const LIMIT = 100;
export async function* followEvents(read, pause, options) {
    const { signal, limit = LIMIT, idleMs = IDLE_MS, idleMsMax = IDLE_MS_MAX } = options;
    let after = options.after;
    let quiet = 0;
    while (!signal?.aborted) {
        try {
            const { events, next } = await nextPage(read, after, limit, signal);
            for (const [index, event] of events.entries()) {
                const cursor = index === events.length - 1 ? next : after;
                yield { ...event, order: event.order, cursor };
            }
            after = next;
            quiet = events.length > 0 ? 0 : quiet + 1;
            if (quiet > 0)
                await pause(backoffMs(quiet - 1, idleMs, idleMsMax), signal);
        }
        catch (thrown) {
            // The listener left: that ends the loop and is no failure.
            if (signal?.aborted)
                return;
            throw thrown;
        }
    }
}
// Empty while the server is away: the feed goes on where it was. What the server refuses for good is thrown.
async function nextPage(read, after, limit, signal) {
    try {
        return await read(after === undefined ? { limit } : { after, limit }, signal);
    }
    catch (thrown) {
        const isAway = thrown instanceof Unreachable || (thrown instanceof Refused && (thrown.status >= 500 || thrown.status === 429));
        if (!isAway)
            throw thrown;
        return { events: [], next: after };
    }
}
