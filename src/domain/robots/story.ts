// What a tester asks of the sandbox's robots in an order's remarks: `sim:fail:2 sim:slow`. Words may stand anywhere in the
// text and may be combined; what is not known is left to be a remark.

export type Story = {
  // Not for robots at all.
  readonly isLeftAlone: boolean;
  // Robots refuse it, so that the search for a driver runs into its timeout.
  readonly isRefused: boolean;
  // The first robot gives it up, the next one delivers.
  readonly isDropped: boolean;
  // Indexes of the path whose delivery fails.
  readonly failedPoints: readonly number[];
  // The last delivery fails, and what failed is brought back.
  readonly isReturned: boolean;
  readonly isSlow: boolean;
};

const WORD = /\bsim:([a-z_]+)(?::(\d{1,3}))?/g;

export function readStory(remarks: string): Story {
  const words = [...remarks.matchAll(WORD)].map(([, word, index]) => ({ word, index }));
  const has = (wanted: string): boolean => words.some(({ word }) => word === wanted);
  return {
    isLeftAlone: has("none"),
    isRefused: has("no_driver"),
    isDropped: has("drop"),
    failedPoints: words.flatMap(({ word, index }) => (word === "fail" && index !== undefined ? [Number(index)] : [])),
    isReturned: has("return"),
    isSlow: has("slow"),
  };
}

// Whether the story has the delivery to this point of the path fail.
export function fails(story: Story, pathIndex: number, lastIndex: number): boolean {
  return story.failedPoints.includes(pathIndex) || (story.isReturned && pathIndex === lastIndex);
}
