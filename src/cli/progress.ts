// How far long work has come: bars on a terminal, a line at every tenth elsewhere, where bars would only fill a log.

export type Screen = { readonly isTTY?: boolean; readonly write: (text: string) => unknown };

export type Progress = { readonly show: (part: string, share: number) => void };

const BAR = 30;
const PART = 14;

export function openProgress(screen: Screen): Progress {
  const steps = screen.isTTY ? 100 : 10;
  const reported = new Map<string, number>();
  return {
    show: (part, share) => {
      const step = Math.floor(Math.min(1, Math.max(0, share)) * steps);
      if ((reported.get(part) ?? -1) >= step) return;
      const drawn = reported.size;
      reported.set(part, step);
      if (!screen.isTTY) {
        screen.write(`${part.padEnd(PART)} ${String((step * 100) / steps).padStart(3)} %\n`);
        return;
      }
      // Up over the bars drawn before, then all of them again.
      const up = drawn > 0 ? `\u001b[${drawn}A` : "";
      screen.write(up + Array.from(reported, ([name, done]) => bar(name, done / steps)).join(""));
    },
  };
}

function bar(part: string, share: number): string {
  const full = Math.round(share * BAR);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `\r\u001b[K${part.padEnd(PART)} ${"█".repeat(full)}${"░".repeat(BAR - full)} ${percent} %\n`;
}
