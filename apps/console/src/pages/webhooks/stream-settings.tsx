import { useState, type FormEvent } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { DangerZone } from '../../ui/danger-zone.js';
import { Facts } from '../../ui/facts.js';
import { FormProblem } from '../../ui/form-problem.js';
import { Columns, Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { showToast } from '../../ui/toasts.js';
import { useDraft } from '../../ui/use-draft.js';
import { deliveryOf, shortTypeOf, type SignalStream } from './signal-words.js';
import { streamsKey } from './stream-query.js';
import classes from './webhooks.module.css';

/** How a stream is set up by its receiver and what it gets, the header of its pushes, and its end. */
export function StreamSettings({ domain, stream }: { domain: string; stream: SignalStream }) {
  const can = useCan()('webhook:write');
  return (
    <Columns aside={<EventTypesPanel stream={stream} />}>
      <DeliveryPanel domain={domain} stream={stream} />
      {can && stream.endpoint !== null && <HeaderRotation domain={domain} streamId={stream.id} />}
      <DeleteStream domain={domain} stream={stream} />
    </Columns>
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

/** Replaces the secret of pushes, which nothing shows. */
function HeaderRotation({ domain, streamId }: { domain: string; streamId: string }) {
  const queries = useQueryClient();
  const [header, setHeader] = useState('');
  const rotate = useMutation({
    mutationFn: (authorizationHeader: string) =>
      answer(
        api.PUT('/v1/domain/{domain}/signal-stream/{streamId}/authorization-header', {
          params: { path: { domain, streamId } },
          body: { authorizationHeader },
        }),
      ),
    onSuccess: async () => {
      setHeader('');
      showToast({ message: i18n.t('Pushes have the new header') });
      await queries.invalidateQueries({ queryKey: [...streamsKey(domain), streamId] });
    },
    gcTime: 0,
  });
  const path = `/v1/domain/${domain}/signal-stream/${streamId}/authorization-header`;
  useDraft(header === '' ? null : { method: 'PUT', path, body: { authorizationHeader: header } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rotate.mutate(header);
  };
  return (
    <Panel title={i18n.t('Authorization header')}>
      <form className={classes['form']} onSubmit={submit} noValidate>
        <p className={classes['hint']}>
          {i18n.t(
            'What the receiver does not accept with the old header waits, and is pushed with the new one immediately. Nothing shows the header.',
          )}
        </p>
        <FormProblem error={rotate.error} />
        <TextInput
          type="password"
          label={i18n.t('New header')}
          placeholder="Bearer …"
          autoComplete="off"
          value={header}
          onChange={(event) => setHeader(event.currentTarget.value)}
        />
        <Group mt="md">
          <Button type="submit" variant="default" disabled={header === '' || rotate.isPending}>
            {i18n.t('Replace header')}
          </Button>
        </Group>
      </form>
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
