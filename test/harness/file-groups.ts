// Which test files share a process. Loading the program and opening its first server takes 1.5 s of the processor's time, more
// than what most files do then: 50 files with a database take 53 s together and 145 s alone. Each file still has a database, a
// server and a browser of its own.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needsDatabase, needsPages, startsPrograms } from "./test-files.ts";

const RUN_GROUP = new URL("run-group.ts", import.meta.url).href;

export type FileGroups = {
  // What the runner starts, each in a process: files, and lists of files.
  readonly starts: readonly string[];
  // Files that share a process, each a test of that name.
  readonly shared: readonly string[];
};

export function groupFiles(files: readonly string[], atOnce: number): FileGroups {
  const [pages, others] = split(files, needsPages);
  // These wait for processes that they start.
  const [alone, shared] = split(others, startsPrograms);
  // A few that somebody named are run as they would expect.
  if (pages.length + shared.length <= atOnce) return { starts: [...pages, ...alone, ...shared], shared: [] };
  const [withDatabase, pure] = split(shared, needsDatabase);
  const dir = mkdtempSync(join(tmpdir(), "giao-test-groups-"));
  process.once("exit", () => rmSync(dir, { recursive: true }));
  const write = (kind: string, group: readonly string[], at: number) => {
    const path = join(dir, `${kind}-${at + 1}.mjs`);
    writeFileSync(path, `import { runGroup } from "${RUN_GROUP}";\nawait runGroup(${JSON.stringify(group)});\n`);
    return path;
  };
  const inGroups = (kind: string, kindFiles: readonly string[], count: number) =>
    deal(kindFiles, count).map((group, at) => write(kind, group, at));
  return {
    // Those with a browser take longest and are begun first. Those without a database load little: in small groups they fill
    // the end of the run, when others have ended, without leaving a processor idle for long.
    starts: [
      ...inGroups("pages", pages, atOnce * 2),
      ...alone,
      ...inGroups("database", withDatabase, atOnce * 2),
      ...inGroups("pure", pure, atOnce * 4),
    ],
    shared: [...pages, ...shared],
  };
}

function split(files: readonly string[], isFirst: (file: string) => boolean): readonly [string[], string[]] {
  return [files.filter(isFirst), files.filter((file) => !isFirst(file))];
}

// In turns, because neighbours in a folder are alike in what they take.
function deal(files: readonly string[], hands: number): readonly (readonly string[])[] {
  const dealt = Array.from({ length: hands }, (_, hand) => files.filter((_, at) => at % hands === hand));
  return dealt.filter((group) => group.length > 0);
}
