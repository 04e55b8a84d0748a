import { i18n } from '@lingui/core';
import { UnstyledButton } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import type { ChainResult } from './verify-chain.js';
import classes from './log.module.css';

/** Whether the loaded entries are as they were written. Leads to the first one that is not. */
export function ChainState({ result, onOpen }: { result: ChainResult | null; onOpen: (sequence: number) => void }) {
  if (!result) return <span>{i18n.t('Verifying the chain')}</span>;
  const { entries, broken } = result;
  if (entries === 0 && !broken) return null;
  if (broken) {
    const { sequence } = broken;
    return (
      <UnstyledButton className={classes['chain']} data-broken onClick={() => onOpen(sequence)}>
        <IconShieldX size={16} stroke={1.6} aria-hidden />
        {broken.fault === 'changed'
          ? i18n.t('Entry {sequence} is not what its hash covers', { sequence })
          : i18n.t('Entry {sequence} does not continue the one before', { sequence })}
      </UnstyledButton>
    );
  }
  return (
    <span className={classes['chain']} role="status">
      <IconShieldCheck size={16} stroke={1.6} aria-hidden />
      {i18n.t('Chain valid, {entries, plural, one {# entry} other {# entries}}', { entries })}
    </span>
  );
}
