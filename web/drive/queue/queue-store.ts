// Queued steps in the phone's own database: what was pressed in a tunnel is still there after the browser was closed.
import type { QueuedStep } from "./queued-step.ts";

export type QueueStore = {
  readonly add: (step: Omit<QueuedStep, "number">) => Promise<void>;
  // One driver's, in the order of pressing.
  readonly list: (mobile: string) => Promise<readonly QueuedStep[]>;
  readonly replace: (step: QueuedStep) => Promise<void>;
  readonly remove: (numbers: readonly number[]) => Promise<void>;
};

const [DATABASE, STEPS, VERSION] = ["giao-drive", "steps", 1];

export function openQueueStore(): QueueStore {
  const opening = settled(openDatabase());
  const within = async <T>(mode: IDBTransactionMode, work: (steps: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const transaction = (await opening).transaction(STEPS, mode);
    const request = work(transaction.objectStore(STEPS));
    // Written when the transaction is, not when the request has been made.
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  };
  return {
    add: async (step) => {
      await within("readwrite", (steps) => steps.add(step));
    },
    list: async (mobile) => {
      const all = await within<QueuedStep[]>("readonly", (steps) => steps.getAll());
      return all.filter((step) => step.mobile === mobile);
    },
    replace: async (step) => {
      await within("readwrite", (steps) => steps.put(step));
    },
    remove: async (numbers) => {
      for (const number of numbers) await within("readwrite", (steps) => steps.delete(number));
    },
  };
}

function openDatabase(): IDBOpenDBRequest {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STEPS, { keyPath: "number", autoIncrement: true });
  };
  return request;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
