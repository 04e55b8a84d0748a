import type { ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import type { LogEntry } from '../../events/log-entry.js';
import classes from './entry-pane.module.css';

const ACTORS: Record<string, string> = {
  api_key: message('API key'),
  operator: message('Operator'),
  user: message('User'),
  service: message('Service'),
};

interface EntryFactsProps {
  domain: string;
  entry: LogEntry;
  users: ReadonlyMap<string, string>;
}

/** Who, whom and what: the members of the entry, with links, and the fields of its data under their own names. */
export function EntryFacts({ domain, entry, users }: EntryFactsProps) {
  const can = useCan();
  const { actor, client, user, data } = entry;
  const fields = Object.entries(data).filter(([name, value]) => name !== 'salt' && name !== 'erased' && value !== null);
  return (
    <dl className={classes['facts']}>
      <Fact label={i18n.t('Actor')}>
        <span>{actor.name ?? (actor.id && users.get(actor.id)) ?? actor.id ?? '–'}</span>
        <span className={classes['kind']}>{ACTORS[actor.type] ? i18n.t(ACTORS[actor.type] ?? '') : actor.type}</span>
      </Fact>
      {user !== null && (
        <Fact label={i18n.t('User')}>
          {can('user:read') ? (
            <Anchor renderRoot={(props) => <Link to="/d/$domain/users/$sub" params={{ domain, sub: user }} {...props} />}>
              {users.get(user) ?? user}
            </Anchor>
          ) : (
            user
          )}
        </Fact>
      )}
      {client !== null && (
        <Fact label={i18n.t('Client')}>
          {can('client:read') ? (
            <Anchor renderRoot={(props) => <Link to="/d/$domain/clients/$clientId" params={{ domain, clientId: client }} {...props} />}>
              {client}
            </Anchor>
          ) : (
            client
          )}
        </Fact>
      )}
      {fields.map(([name, value]) => (
        <Fact key={name} label={<code>{name}</code>}>
          <Value value={value} />
        </Fact>
      ))}
      {data['erased'] !== undefined && (
        <Fact label={<code>data</code>}>{i18n.t('Erased with the user, or too old to be shown. The hash still holds.')}</Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** A field of the data: lists as labels, all else as text. */
function Value({ value }: { value: unknown }) {
  if (!Array.isArray(value)) return <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>;
  if (value.length === 0) return <span>{i18n.t('none')}</span>;
  return value.map((item) => (
    <code key={String(item)} className={classes['tag']}>
      {String(item)}
    </code>
  ));
}
