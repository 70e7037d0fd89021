export const pause = (ms, signal) => new Promise((resolve, reject) => {
    if (signal?.aborted)
        return reject(signal.reason);
    const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
    };
    const timer = setTimeout(() => {
        signal?.removeEventListener("abort", stop);
        resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
});
// Doubles from `firstMs` to `mostMs`; up to a quarter is taken off by chance, so that many clients do not come back at once.
export function backoffMs(attempt, firstMs, mostMs, chance = Math.random) {
    return Math.min(mostMs, firstMs * 2 ** attempt) * (1 - chance() / 4);
}
// Work that several callers wait for goes on when one of them leaves.
export function unlessAborted(work, signal) {
    if (!signal)
        return work;
    return new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted)
            stop();
        signal.addEventListener("abort", stop, { once: true });
        work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
    });
}
