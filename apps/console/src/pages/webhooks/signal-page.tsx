import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconBroadcast } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { CopyButton } from '../../ui/copy-button.js';
import { DangerZone } from '../../ui/danger-zone.js';
import { Facts } from '../../ui/facts.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns, Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { deliveryOf, shortTypeOf, StreamStatus, type SignalStream } from './signal-words.js';
import { StreamActions } from './stream-actions.js';
import { streamsKey, useStream } from './stream-query.js';
import classes from './webhooks.module.css';

/** One stream of security events: how it fares, and what its receiver gets. */
export function SignalPage() {
  const { domain, streamId } = useParams({ from: '/d/$domain/webhooks/signals/$streamId' });
  const { data, error, refetch } = useStream(domain, streamId);
  const breadcrumbs = [
    <Link key="signals" to="/d/$domain/webhooks/signals" params={{ domain }}>
      {i18n.t('Shared Signals')}
    </Link>,
  ];
  if (!data) {
    return (
      <>
        <PageHeader title={i18n.t('Stream')} breadcrumbs={breadcrumbs} />
        <Columns>
          {error ? (
            <LoadFailed what={i18n.t('The stream')} error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={320} radius="lg" />
          )}
        </Columns>
      </>
    );
  }
  const stream = data.data;
  return (
    <>
      <PageHeader
        title={stream.clientId}
        breadcrumbs={breadcrumbs}
        mark={
          <span className={classes['mark']} aria-hidden>
            <IconBroadcast size={22} stroke={1.6} />
          </span>
        }
        facts={
          <>
            <StreamStatus stream={stream} isBrief />
            <span>
              <code>{stream.id}</code> <CopyButton value={stream.id} label={i18n.t('Copy the id')} />
            </span>
          </>
        }
        actions={<StreamActions domain={domain} stream={stream} />}
      />
      <Columns aside={<EventTypesPanel stream={stream} />}>
        <Trouble stream={stream} />
        <DeliveryPanel domain={domain} stream={stream} />
        <DeleteStream domain={domain} stream={stream} />
      </Columns>
    </>
  );
}

/** Why nothing arrives, if so. */
function Trouble({ stream: { status, reason, failures, failingSince } }: { stream: SignalStream }) {
  const isFailing = status === 'enabled' && failures > 0 && failingSince !== null;
  if (!isFailing && (status === 'enabled' || reason === null)) return null;
  return (
    <div className={classes['reason']} role="note">
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <p>
        {isFailing
          ? i18n.t('The receiver does not accept events. They wait, and are sent again; after 7 days the stream is disabled.')
          : reason}
      </p>
    </div>
  );
}

function DeliveryPanel({ domain, stream }: { domain: string; stream: SignalStream }) {
  const can = useCan();
  const { clientId, audience, endpoint, pendingEvents, failures, failingSince, verifiedAt, createdAt, description } = stream;
  const failed = failingSince !== null && (
    <>
      {i18n.t('{count, plural, one {# push failed} other {# pushes failed}}', { count: failures })} · <Time at={failingSince} />
    </>
  );
  return (
    <Panel
      title={i18n.t('Delivery')}
      description={i18n.t('The receiver sets this at the domain. What waits is kept for 7 days.')}
      flush
      action={
        can('log:read') && (
          <Link to="/d/$domain/log" params={{ domain }} search={{ client: clientId }}>
            {i18n.t('Open log')}
          </Link>
        )
      }
    >
      <Facts
        facts={[
          ...(description === null ? [] : [{ label: i18n.t('Description'), value: description }]),
          {
            label: i18n.t('Client'),
            value: can('client:read') ? (
              <Link to="/d/$domain/clients/$clientId" params={{ domain, clientId }}>
                {clientId}
              </Link>
            ) : (
              clientId
            ),
          },
          { label: i18n.t('Audience'), value: <code>{audience}</code>, copy: audience },
          { label: i18n.t('Method'), value: deliveryOf(stream) },
          ...(endpoint === null ? [] : [{ label: i18n.t('Address'), value: endpoint, copy: endpoint }]),
          {
            label: i18n.t('Waiting'),
            value: i18n.t('{count, plural, =0 {Nothing} one {# event} other {# events}}', { count: pendingEvents }),
          },
          { label: i18n.t('Failures'), value: failed || i18n.t('None since the last success') },
          { label: i18n.t('Last verification'), value: verifiedAt === null ? i18n.t('Never') : <Time at={verifiedAt} /> },
          { label: i18n.t('Created'), value: <Time at={createdAt} /> },
        ]}
      />
    </Panel>
  );
}

/** What the receiver has asked for. Types that Latchkey does not send are named too, because the receiver waits for them in vain. */
function EventTypesPanel({ stream: { eventsRequested, eventsDelivered } }: { stream: SignalStream }) {
  return (
    <Panel title={i18n.t('What it gets')} flush>
      <ul className={classes['types']}>
        {eventsRequested.map((type) => (
          <li key={type} title={type}>
            <code>{shortTypeOf(type)}</code>
            {!eventsDelivered.includes(type) && <small>{i18n.t('not sent by Latchkey')}</small>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function DeleteStream({ domain, stream: { id: streamId, clientId, pendingEvents } }: { domain: string; stream: SignalStream }) {
  const can = useCan()('webhook:write');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await answer(api.DELETE('/v1/domain/{domain}/signal-stream/{streamId}', { params: { path: { domain, streamId } } }));
    queries.removeQueries({ queryKey: [...streamsKey(domain), streamId] });
    await navigate({ to: '/d/$domain/webhooks/signals', params: { domain } });
    await queries.invalidateQueries({ queryKey: streamsKey(domain) });
  };
  if (!can) return null;
  return (
    <DangerZone title={i18n.t('Delete this stream')} name={clientId} onDelete={remove}>
      {i18n.t(
        '{count, plural, =0 {Nothing waits.} one {# event that waits is never sent.} other {# events that wait are never sent.}} Its client can create another one while it has the scope ssf.manage. To stop it for a while, pause it above.',
        { count: pendingEvents },
      )}
    </DangerZone>
  );
}
