import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Panel } from '../../ui/panel.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { Time } from '../../ui/time.js';
import { InitialAccessTokenDialog } from './initial-access-token-dialog.js';
import classes from './settings.module.css';

type Token = components['schemas']['InitialAccessTokenResponse'];

/** The tokens with which clients register themselves. @param canWrite whether the operator may create and revoke them */
export function InitialAccessTokens({ domain, canWrite }: { domain: string; canWrite: boolean }) {
  const queries = useQueryClient();
  const queryKey = ['initial-access-tokens', domain];
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => answer(api.GET('/v1/domain/{domain}/client-registration/token', { params: { path: { domain } } })),
  });
  const revoke = async ({ id: tokenId }: Token) => {
    const path = { domain, tokenId };
    await answer(api.DELETE('/v1/domain/{domain}/client-registration/token/{tokenId}', { params: { path } }));
    await queries.invalidateQueries({ queryKey });
  };
  const create = canWrite && (
    <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setCreating(true)}>
      {i18n.t('Create token')}
    </Button>
  );
  return (
    <>
      {created !== null && (
        <SecretOnce
          title={i18n.t('Copy the new token now')}
          label={i18n.t('Initial access token')}
          secret={created}
          onDone={() => setCreated(null)}
        />
      )}
      <Panel
        title={i18n.t('Initial access tokens')}
        description={i18n.t('Whoever has one can register clients. Give each partner one of its own.')}
        action={create}
        flush
      >
        {error && !data && <LoadFailed what={i18n.t('The initial access tokens')} error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton height={60} />}
        {data?.data.length === 0 && <p className={classes['empty']}>{i18n.t('The domain has no initial access token.')}</p>}
        <ul className={classes['tokens']}>
          {data?.data.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={canWrite ? setRevoking : undefined} />
          ))}
        </ul>
      </Panel>
      {isCreating && (
        <InitialAccessTokenDialog domain={domain} queryKey={queryKey} onClose={() => setCreating(false)} onCreated={setCreated} />
      )}
      {revoking && (
        <ConfirmDialog
          title={i18n.t('Revoke {name}', { name: revoking.name })}
          confirm={i18n.t('Revoke')}
          pending={i18n.t('Revoking')}
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        >
          {i18n.t('No more clients register with it. Those that have registered stay.')}
        </ConfirmDialog>
      )}
    </>
  );
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: ((token: Token) => void) | undefined }) {
  const { name, uses, maxUses, expiresAt } = token;
  return (
    <li>
      <span>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <small>
          {maxUses === null
            ? i18n.t('{uses, plural, one {# client registered} other {# clients registered}}', { uses })
            : i18n.t('{uses} of {maxUses} clients registered', { uses, maxUses })}
          {expiresAt !== null && (
            <>
              {` · ${i18n.t('Expires')} `}
              <Time at={expiresAt} />
            </>
          )}
        </small>
      </span>
      {onRevoke && (
        <Button variant="default" size="xs" aria-label={i18n.t('Revoke {name}', { name })} onClick={() => onRevoke(token)}>
          {i18n.t('Revoke')}
        </Button>
      )}
    </li>
  );
}
