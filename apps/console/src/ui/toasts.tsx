import { useEffect, useState, useSyncExternalStore } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import classes from './toasts.module.css';

interface Toast {
  message: string;
  /** Takes the change back. Offered for ten seconds. */
  undo?: () => void;
}

const VISIBLE_MS = 10_000;

let current: Toast | null = null;
const listeners = new Set<() => void>();

/** Says what happened, for ten seconds, and announces it to screen readers. */
export function showToast(toast: Toast | null): void {
  current = toast;
  for (const listener of listeners) listener();
}

/** The place where toasts appear. */
export function Toasts() {
  const toast = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!toast || isHeld) return undefined;
    const timer = setTimeout(() => showToast(null), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  const undo = () => {
    toast?.undo?.();
    showToast(null);
  };
  return (
    <div className={classes['region']} role="status" aria-live="polite">
      {toast && (
        <div className={classes['toast']} onMouseEnter={() => setHeld(true)} onMouseLeave={() => setHeld(false)}>
          <IconCheck size={17} aria-hidden color="var(--lk-success-ink)" />
          <span>{toast.message}</span>
          {toast.undo && (
            <Button variant="subtle" size="compact-sm" leftSection={<IconArrowBackUp size={15} aria-hidden />} onClick={undo}>
              {i18n.t('Undo')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
