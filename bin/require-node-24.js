// Sources run as TypeScript, which needs Node 24. On linux x64 and arm64 `npm ci` brings it along and npm scripts use it.
export function requireNode24() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 24) return;
  process.stderr.write(
    `giao needs Node 24 or newer and this is ${process.version}. On Linux (x64, arm64) run "npm ci" and start it through npm ("npm start"), ` +
      "which brings its own Node; elsewhere install Node 24 from nodejs.org.\n",
  );
  process.exit(1);
}
