import { lazy, Suspense, useSyncExternalStore } from 'react';

const PaletteDialog = lazy(() => import('./palette-dialog.js'));

let isOpen = false;
const listeners = new Set<() => void>();

function setOpen(next: boolean) {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Opens the palette: pages, domains, clients, users and actions by a few letters. */
export const openPalette = () => setOpen(true);

/** Loads the palette when it is opened first. */
export function Palette() {
  const isShown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
  if (!isShown) return null;
  return (
    <Suspense>
      <PaletteDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
}
