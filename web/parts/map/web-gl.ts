// Whether this device can draw a map at all: asked once, because each asking makes a canvas.

let answer: boolean | undefined;

export function canDrawMaps(): boolean {
  answer ??= document.createElement("canvas").getContext("webgl2") !== null;
  return answer;
}
