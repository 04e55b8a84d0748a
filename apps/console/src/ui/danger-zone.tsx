import { useState, type ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { FormProblem } from './form-problem.js';
import classes from './danger-zone.module.css';

interface DangerZoneProps {
  title: string;
  /** What stops, in numbers, and the mild way. */
  children: ReactNode;
  /** What must be typed. */
  name: string;
  onDelete: () => Promise<unknown>;
}

/** Deletes after the name was typed. */
export function DangerZone({ title, children, name, onDelete }: DangerZoneProps) {
  const [typed, setTyped] = useState('');
  const [isDeleting, setDeleting] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const run = async () => {
    setDeleting(true);
    setError(null);
    await onDelete().catch((failure: Error) => setError(failure));
    setDeleting(false);
  };
  return (
    <section className={classes['zone']} aria-label={title}>
      <h2>{title}</h2>
      <p>{children}</p>
      <FormProblem error={error} />
      <Group align="flex-end" gap="xs">
        <TextInput
          flex={1}
          label={i18n.t('Type {name} to confirm', { name })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Button
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={typed !== name || isDeleting}
          onClick={() => void run()}
        >
          {isDeleting ? i18n.t('Deleting') : i18n.t('Delete')}
        </Button>
      </Group>
    </section>
  );
}
