// A server's memory follows two things that are decided before Node starts: how large the space for new objects may grow (Node 24 takes 128 MB
// where much is allocated, for a heap of 50), and how many arenas the C library spreads its blocks over. With these a sandbox that is ready held
// half of what it did (`npm run bench -- memory`; docs/decisions/runtime.md has the figures and what 16 and 64 cost). The process becomes the other one:
// same pid, no parent.
import { handedSockets } from "./handed-sockets.js";

const YOUNG = "--max-semi-space-size=32";

export function becomeLean() {
  // Node shuts what it inherited when it becomes another: with sockets in hand it stays, and deploy/systemd/giao@.service sets the same.
  if (handedSockets().length > 0) return;
  const { env, execArgv, execPath, argv } = process;
  // Whoever chose, or started us as one of several, knows better; elsewhere than on Linux the program goes on as it is.
  const isChosen = [...execArgv, env.NODE_OPTIONS ?? ""].some((word) => word.includes("semi-space-size"));
  if (isChosen || process.platform !== "linux" || process.execve === undefined) return;
  process.execve(execPath, [execPath, ...execArgv, YOUNG, ...argv.slice(1)], {
    MALLOC_ARENA_MAX: "2",
    MALLOC_MMAP_THRESHOLD_: "131072",
    MALLOC_TRIM_THRESHOLD_: "131072",
    ...env,
  });
}
