// Wiring and roles: the one place that knows every room.

export async function main(words: readonly string[]): Promise<void> {
  process.stdout.write(`giao ${words.join(" ")}\n`);
}
