// Which test file is running in this process: the one it was started for or, of a group, the one whose turn it is.
let running = process.argv[1] ?? "";

export function runningFile(): string {
  return running;
}

export function setRunningFile(file: string): void {
  running = file;
}
