// A tile's number in a PMTiles archive: all tiles of the zooms above come first, then its place along the Hilbert curve of
// its own zoom, so that neighbours on the map are neighbours in the file.

export function tileId(zoom: number, x: number, y: number): number {
  let id = (4 ** zoom - 1) / 3;
  let [restX, restY] = [x, y];
  for (let side = 2 ** (zoom - 1); side >= 1; side /= 2) {
    const right = (restX & side) > 0 ? 1 : 0;
    const lower = (restY & side) > 0 ? 1 : 0;
    id += side * side * ((3 * right) ^ lower);
    if (lower === 1) continue;
    // The curve is turned in the upper quarters.
    if (right === 1) {
      restX = side - 1 - restX;
      restY = side - 1 - restY;
    }
    [restX, restY] = [restY, restX];
  }
  return id;
}
