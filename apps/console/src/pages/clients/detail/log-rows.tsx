import { i18n } from '@lingui/core';
import type { components } from '@latchkey/api-client';
import { Time } from '../../../ui/time.js';
import classes from './detail.module.css';

type Entry = components['schemas']['LogEntryResponse'];

/** Entries of the log, one a line. */
export function LogRows({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return <p className={classes['none']}>{i18n.t('The log has nothing about this client yet.')}</p>;
  return (
    <ul className={classes['log']}>
      {entries.map(({ sequence, type, actor, data, time }) => (
        <li key={sequence}>
          <code>{type}</code>
          <span>{actor.name ?? (actor.type === 'service' ? i18n.t('Latchkey') : actor.id)}</span>
          <small>{describe(data)}</small>
          <Time at={time} />
        </li>
      ))}
    </ul>
  );
}

/** The plain fields of an entry. Personal ones stand in the log's own page. */
const describe = (data: Record<string, unknown>) =>
  Object.entries(data)
    .filter(([, value]) => typeof value === 'string' || Array.isArray(value))
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join(' · ');
