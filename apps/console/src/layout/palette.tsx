import { lazy, Suspense } from 'react';
import { createStore } from '../ui/store.js';

const PaletteDialog = lazy(() => import('./palette-dialog.js'));
const isOpen = createStore(false);

/** Opens the palette: pages, domains, clients, users and actions by a few letters. */
export const openPalette = () => isOpen.set(true);

/** Loads the palette when it is opened first. */
export function Palette() {
  return <Suspense>{isOpen.use() && <PaletteDialog onClose={() => isOpen.set(false)} />}</Suspense>;
}
