import { useSyncExternalStore } from 'react';

/** A request as the request line shows it. `status` is null before it was sent. */
export interface ShownRequest {
  method: string;
  path: string;
  body?: unknown;
  ifMatch?: string | null;
  status?: number;
  milliseconds?: number;
}

let last: ShownRequest | null = null;
let draft: ShownRequest | null = null;
const listeners = new Set<() => void>();

function notify() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a request that was answered. */
export function showRequest(request: ShownRequest): void {
  last = request;
  notify();
}

/** Shows the request that "Save" would send, or again the last one that was sent. */
export function showDraft(request: ShownRequest | null): void {
  draft = request;
  notify();
}

/** @returns what the request line shows */
export function useShownRequest(): ShownRequest | null {
  return useSyncExternalStore(subscribe, () => draft ?? last);
}
