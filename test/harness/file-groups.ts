// Which test files share a process. Loading the program and opening its first server takes 1.5 s of the processor's time, more
// than what most files do then: 170 files in 12 processes take a third of what they take alone. Each file still has a database
// and a server of its own.
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
  readonly remove: () => void;
};

export function groupFiles(files: readonly string[], atOnce: number): FileGroups {
  const dir = mkdtempSync(join(tmpdir(), "giao-test-groups-"));
  const remove = () => rmSync(dir, { recursive: true });
  // These wait for other processes, and take longest: begun first, none of them is left alone at the end.
  const alone = files.filter(startsPrograms).sort((a, b) => Number(needsPages(b)) - Number(needsPages(a)));
  const others = files.filter((file) => !alone.includes(file));
  // A few that somebody named are run as he would expect.
  if (others.length <= atOnce) return { starts: [...alone, ...others], shared: [], remove };
  const kinds = [others.filter(needsDatabase), others.filter((file) => !needsDatabase(file))];
  // Twice as many as run at once, so that those which end early leave no processor idle for long.
  const groups = kinds.flatMap((kind) => deal(kind, atOnce * 2));
  const lists = groups.map((group, at) => {
    const path = join(dir, `group-${at + 1}.mjs`);
    writeFileSync(path, `import { runGroup } from "${RUN_GROUP}";\nawait runGroup(${JSON.stringify(group)});\n`);
    return path;
  });
  return { starts: [...alone, ...lists], shared: others, remove };
}

// In turns, because neighbours in a folder are alike in what they take.
function deal(files: readonly string[], hands: number): readonly (readonly string[])[] {
  const dealt = Array.from({ length: hands }, (_, hand) => files.filter((_, at) => at % hands === hand));
  return dealt.filter((group) => group.length > 0);
}
