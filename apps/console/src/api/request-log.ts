import { createStore } from '../ui/store.js';

/** A request as the request line shows it. `status` is null before it was sent. */
export interface ShownRequest {
  method: string;
  path: string;
  body?: unknown;
  ifMatch?: string | null;
  status?: number;
  milliseconds?: number;
}

const last = createStore<ShownRequest | null>(null);
const draft = createStore<ShownRequest | null>(null);

/** Shows a request that was answered. */
export const showRequest = (request: ShownRequest) => last.set(request);

/** Shows the request that "Save" would send, or again the last one that was sent. */
export const showDraft = (request: ShownRequest | null) => draft.set(request);

/** @returns what the request line shows */
export function useShownRequest(): ShownRequest | null {
  const answered = last.use();
  return draft.use() ?? answered;
}

/** @returns the request that "Save" would send; null without a form */
export const useDraftRequest = (): ShownRequest | null => draft.use();
