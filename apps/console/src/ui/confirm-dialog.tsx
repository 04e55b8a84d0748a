import { useState, type ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, Modal } from '@mantine/core';
import { FormProblem } from './form-problem.js';

interface ConfirmDialogProps {
  title: string;
  /** What happens, and to whom. */
  children: ReactNode;
  /** The verb of the title. */
  confirm: string;
  /** The verb while the request runs. */
  pending: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a change that cannot be undone. */
export function ConfirmDialog({ title, children, confirm, pending, onConfirm, onClose }: ConfirmDialogProps) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const run = async () => {
    setPending(true);
    setError(null);
    try {
      await onConfirm();
      onClose();
    } catch (failure) {
      setError(failure as Error);
      setPending(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <FormProblem error={error} />
      {children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {i18n.t('Cancel')}
        </Button>
        <Button color="red" disabled={isPending} onClick={() => void run()}>
          {isPending ? pending : confirm}
        </Button>
      </Group>
    </Modal>
  );
}
