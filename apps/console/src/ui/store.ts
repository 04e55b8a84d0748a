import { useSyncExternalStore } from 'react';

/** A value outside of components, which draws again what uses it. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** For React. */
  use(): T;
}

export function createStore<T>(initial: T): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, () => current),
  };
}
