import { useEffect } from 'react';
import { i18n } from '@lingui/core';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { rememberDomain } from '../../ui/recent-domains.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Facts } from '../../ui/facts.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Panel } from '../../ui/panel.js';
import { Status } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import classes from './settings.module.css';

type Deletion = components['schemas']['DeletionResponse'];

const REFRESH_MS = 2_000;

/** Follows a deletion to its end, and shows the receipt. */
export function DeletionReceipt({ deletionId }: { deletionId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['deletion', deletionId],
    queryFn: () => answer(api.GET('/v1/deletion/{deletionId}', { params: { path: { deletionId } } })),
    refetchInterval: ({ state }) => (state.data?.data.status === 'Done' ? false : REFRESH_MS),
  });
  const domain = data?.data.domain;
  useEffect(() => {
    if (domain !== undefined) rememberDomain(domain, false);
  }, [domain]);
  if (error && !data) return <LoadFailed what={i18n.t('The deletion')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} radius="lg" />;
  return (
    <>
      <DeletionPanel deletion={data.data} />
      {data.data.receipt !== null && <ReceiptPanel receipt={data.data.receipt} />}
      <div>
        <Button renderRoot={(props) => <Link to="/domains" search={{}} {...props} />}>{i18n.t('All domains')}</Button>
      </div>
    </>
  );
}

function DeletionPanel({ deletion: { id, domain, status, requestedAt, completedAt } }: { deletion: Deletion }) {
  return (
    <Panel
      title={i18n.t('Deletion')}
      description={i18n.t('The domain is no longer served. Its data are removed in the background.')}
      flush
      action={
        <span role="status">
          {status === 'Done' ? <Status tone="success">{i18n.t('Done')}</Status> : <Status tone="waiting">{i18n.t('Deleting')}</Status>}
        </span>
      }
    >
      <Facts
        facts={[
          { label: i18n.t('Domain'), value: domain, copy: domain },
          { label: i18n.t('Deletion id'), value: <code>{id}</code>, copy: id },
          { label: i18n.t('Requested'), value: <Time at={requestedAt} /> },
          { label: i18n.t('Completed'), value: completedAt === null ? i18n.t('Not yet') : <Time at={completedAt} /> },
        ]}
      />
    </Panel>
  );
}

/** The claims of a JWT, as readable JSON. */
function readClaims(jwt: string): string {
  const payload = jwt.split('.')[1] ?? '';
  const octets = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.codePointAt(0) ?? 0);
  return JSON.stringify(JSON.parse(new TextDecoder().decode(octets)), null, 2);
}

function ReceiptPanel({ receipt }: { receipt: string }) {
  return (
    <Panel
      title={i18n.t('Receipt')}
      description={i18n.t('A JWT that says what was removed, signed by the installation. Its keys are at /v1/receipt-keys.')}
      action={<CopyButton value={receipt} label={i18n.t('Copy the receipt')} />}
      flush
    >
      <pre className={classes['receipt']} tabIndex={0}>
        {readClaims(receipt)}
      </pre>
    </Panel>
  );
}
