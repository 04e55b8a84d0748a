import { i18n } from '@lingui/core';
import { IconCheck, IconLink, IconX } from '@tabler/icons-react';
import { CopyButton } from '../../ui/copy-button.js';
import { useHashMatches } from './use-chain.js';
import type { LogEntry } from '../../events/log-entry.js';
import classes from './entry-pane.module.css';

/** `9c41 07de … 5ab2`: enough of a hash to compare it by eye. */
const shorten = (hash: string) => `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`;

/** The place of the entry in the chain. The browser computes the hash from what is shown. */
export function EntryProof({ entry }: { entry: LogEntry }) {
  const matches = useHashMatches(entry);
  return (
    <section className={classes['part']}>
      <div className={classes['part-head']}>
        <h3>{i18n.t('Proof')}</h3>
        {matches !== null && (
          <span className={classes['verdict']} data-failed={!matches || undefined}>
            {matches ? <IconCheck size={15} stroke={1.6} aria-hidden /> : <IconX size={15} stroke={1.6} aria-hidden />}
            {matches ? i18n.t('Hash matches') : i18n.t('Hash does not match')}
          </span>
        )}
      </div>
      <dl className={classes['hashes']}>
        <dt>
          <IconLink size={15} stroke={1.6} aria-hidden />
          {i18n.t('Previous')}
        </dt>
        <dd>
          <code title={entry.previousHash}>{shorten(entry.previousHash)}</code>
          <CopyButton value={entry.previousHash} label={i18n.t('Copy the hash of the previous entry')} />
        </dd>
        <dt>
          <IconLink size={15} stroke={1.6} aria-hidden />
          {i18n.t('This')}
        </dt>
        <dd>
          <code title={entry.hash}>{shorten(entry.hash)}</code>
          <CopyButton value={entry.hash} label={i18n.t('Copy the hash of this entry')} />
        </dd>
      </dl>
      <p>
        {i18n.t('Place {sequence} of the chain. Your browser computed the SHA-256 of the entry, which covers the one before.', {
          sequence: entry.sequence.toLocaleString(i18n.locale),
        })}
      </p>
    </section>
  );
}
