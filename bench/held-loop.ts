// The most processor time that this thread took between two turns of its loop, in milliseconds: what holds it up where others do not
// take the processor away.
export function watchHolds(): () => number {
  const usedMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [before, most] = [usedMs(), 0];
  const looking = setInterval(() => {
    const now = usedMs();
    most = Math.max(most, now - before);
    before = now;
  }, 1);
  return () => {
    clearInterval(looking);
    return most;
  };
}
