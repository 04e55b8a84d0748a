import { useState } from 'react';
import { i18n } from '@lingui/core';
import { ActionIcon, Button } from '@mantine/core';
import { IconKey, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../../api/caller.js';
import { Panel } from '../../../ui/panel.js';
import { Time } from '../../../ui/time.js';
import { clientQueries, type ClientPath } from '../client-queries.js';
import { Loaded } from '../loaded.js';
import { DeleteSecretDialog, RotateDialog } from './secret-dialogs.js';
import { SecretLine } from './secret-line.js';
import rows from '../clients.module.css';
import classes from './detail.module.css';
import type { Secret } from './secret.js';

interface SecretsPanelProps {
  path: ClientPath;
  onCreated: (secret: string) => void;
  /** Whether the newest secret is the one that is shown at the moment. */
  newest: boolean;
}

/** The secrets of a client: since when, until when, and whether anything still uses them. */
export function SecretsPanel({ path, onCreated, newest }: SecretsPanelProps) {
  const can = useCan()('client:write');
  const query = useQuery(clientQueries(path).secrets);
  const [isRotating, setRotating] = useState(false);
  const [deleting, setDeleting] = useState<Secret | null>(null);
  return (
    <Panel
      title={i18n.t('Secrets')}
      flush
      action={
        can && (
          <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />} onClick={() => setRotating(true)}>
            {i18n.t('Rotate secret')}
          </Button>
        )
      }
    >
      <Loaded query={query} what={i18n.t('The secrets')} height={110}>
        {({ data }) => <SecretTable secrets={data} newest={newest} onDelete={can ? setDeleting : undefined} />}
      </Loaded>
      {isRotating && <RotateDialog path={path} onClose={() => setRotating(false)} onCreated={onCreated} />}
      {deleting && (
        <DeleteSecretDialog path={path} secret={deleting} isLast={query.data?.data.length === 1} onClose={() => setDeleting(null)} />
      )}
    </Panel>
  );
}

interface SecretTableProps {
  secrets: readonly Secret[];
  newest: boolean;
  onDelete: ((secret: Secret) => void) | undefined;
}

function SecretTable({ secrets, newest, onDelete }: SecretTableProps) {
  if (secrets.length === 0)
    return <p className={classes['none']}>{i18n.t('No secret. “Rotate secret” makes one, if the client may use secrets.')}</p>;
  const sorted = secrets.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  const oldest = Math.min(...secrets.map(({ createdAt }) => Date.parse(createdAt)));
  const latestEnd = Math.max(...secrets.flatMap(({ expiresAt }) => (expiresAt ? [Date.parse(expiresAt)] : [])), Date.now() + DAY_MS);
  const hours = Math.round((latestEnd - Date.now()) / HOUR_MS);
  return (
    <>
      <table className={classes['secrets']}>
        <thead>
          <tr>
            <th scope="col">{i18n.t('Secret')}</th>
            <th scope="col" data-wide>
              <div className={classes['axis']}>
                <span>{i18n.t('Created')}</span>
                <span>{i18n.t('Now')}</span>
                <span>{i18n.t('+{hours} h', { hours })}</span>
              </div>
            </th>
            <th scope="col">{i18n.t('Last used')}</th>
            <th scope="col">
              <span className={rows['hidden']}>{i18n.t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((secret, index) => (
            <SecretRow
              key={secret.id}
              secret={secret}
              isShown={index === 0 && newest}
              line={<SecretLine secret={secret} oldest={oldest} latestEnd={latestEnd} isNew={index === 0 && secrets.length > 1} />}
              onDelete={onDelete}
            />
          ))}
        </tbody>
      </table>
      {secrets.length > 1 && (
        <p className={rows['foot']}>
          {i18n.t('All of them work until they end. Deploy the new one, watch “Last used”, then delete the old one.')}
        </p>
      )}
    </>
  );
}

interface SecretRowProps {
  secret: Secret;
  /** Whether it is the one that is shown at the moment. */
  isShown: boolean;
  line: React.ReactNode;
  onDelete: ((secret: Secret) => void) | undefined;
}

function SecretRow({ secret, isShown, line, onDelete }: SecretRowProps) {
  const id = secret.id.slice(0, ID_LENGTH);
  return (
    <tr>
      <td>
        <span>
          <IconKey size={17} stroke={1.6} aria-hidden color={isShown ? 'var(--lk-brass-ink)' : 'var(--lk-ink-3)'} />
          <code>{id}</code>
          {isShown && (
            <span className={rows['badge']} data-tone="brass">
              {i18n.t('New')}
            </span>
          )}
        </span>
        <small>
          {secret.expiresAt ? i18n.t('ends') : i18n.t('created')} <Time at={secret.expiresAt ?? secret.createdAt} />
        </small>
      </td>
      <td data-wide>{line}</td>
      <td>{secret.lastUsedAt ? <Time at={secret.lastUsedAt} /> : i18n.t('Not yet')}</td>
      <td>
        {onDelete && (
          <ActionIcon variant="subtle" color="gray" aria-label={i18n.t('Delete the secret {id}', { id })} onClick={() => onDelete(secret)}>
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The first part of a secret's id tells it apart. */
const ID_LENGTH = 8;
