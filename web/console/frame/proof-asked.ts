// Where the server wants to know again who somebody is before it goes on: a dialog asks (proof.tsx), and then it goes on.
import { Refused } from "../../parts/call.ts";

export type Waiting = { readonly goOn: () => void; readonly giveUp: () => void };

let show: ((waiting: Waiting) => void) | undefined;

// What was refused for want of a proof is done after it; who gives up is told of the refusal.
export async function withProof<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const asks = show;
    if (!(error instanceof Refused) || error.code !== "PROOF_REQUIRED" || !asks) throw error;
    await new Promise<void>((resolve, reject) => asks({ goOn: resolve, giveUp: () => reject(error) }));
    return attempt();
  }
}

// The dialog, while it is on the page. Gives back what takes it away.
export function showProof(dialog: (waiting: Waiting) => void): () => void {
  show = dialog;
  return () => {
    show = undefined;
  };
}
