import { lazy, Suspense } from 'react';
import { createStore } from '../ui/store.js';

const KeyboardDialog = lazy(() => import('./keyboard-dialog.js'));
const isOpen = createStore(false);

/** Opens the list of keys. */
export const openKeyboardHelp = () => isOpen.set(true);

/** Loads the list of keys when it is opened first. */
export function KeyboardHelp() {
  return <Suspense>{isOpen.use() && <KeyboardDialog onClose={() => isOpen.set(false)} />}</Suspense>;
}
