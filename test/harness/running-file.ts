// The test file that this process was started for or, of a group, the one whose turn it is.
let running = process.argv[1] ?? "";

export function runningFile(): string {
  return running;
}

export function noteRunningFile(file: string): void {
  running = file;
}
