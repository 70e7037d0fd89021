// Sockets that whoever started the program opened for it (systemd's protocol): from descriptor 3 on, counted in LISTEN_FDS, meant for the process LISTEN_PID.
const FIRST = 3;

// Those meant for another process are not ours to count; what we start in our place is told only how many there are.
export function claimSockets() {
  const { env, pid } = process;
  if (env.LISTEN_PID !== undefined && env.LISTEN_PID !== String(pid)) delete env.LISTEN_FDS;
  delete env.LISTEN_PID;
}

export function handedSockets() {
  return Array.from({ length: Number(process.env.LISTEN_FDS ?? 0) || 0 }, (_, nth) => FIRST + nth);
}
