import { useEffect, useState } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { createStore } from './store.js';
import classes from './toasts.module.css';

interface Toast {
  message: string;
  /** Takes the change back. Offered for ten seconds. */
  undo?: () => void;
}

const VISIBLE_MS = 10_000;

const current = createStore<Toast | null>(null);

/** Says what happened, for ten seconds, and announces it to screen readers. */
export const showToast = (toast: Toast | null) => current.set(toast);

/** Takes back what the visible toast tells. */
export function undoLast(): void {
  current.get()?.undo?.();
  if (current.get()?.undo) showToast(null);
}

/** The place where toasts appear. */
export function Toasts() {
  const toast = current.use();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!toast || isHeld) return undefined;
    const timer = setTimeout(() => showToast(null), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  return (
    <div className={classes['region']} role="status" aria-live="polite">
      {toast && (
        <div className={classes['toast']} onMouseEnter={() => setHeld(true)} onMouseLeave={() => setHeld(false)}>
          <IconCheck size={17} aria-hidden color="var(--lk-success-ink)" />
          <span>{toast.message}</span>
          {toast.undo && (
            <Button variant="subtle" size="compact-sm" leftSection={<IconArrowBackUp size={15} aria-hidden />} onClick={undoLast}>
              {i18n.t('Undo')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
