import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { DangerZone } from '../../ui/danger-zone.js';
import { Facts } from '../../ui/facts.js';
import { FormProblem } from '../../ui/form-problem.js';
import { Columns, Panel } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import { fromValues, toWebhookField, WEBHOOK_LABELS, WebhookFields, type WebhookValues } from './webhook-fields.js';
import { secretNote } from '../../ui/webhook-secret.js';
import { EventTypes, hostOf, type Webhook } from './webhook-words.js';
import classes from './webhooks.module.css';

interface WebhookSettingsProps {
  domain: string;
  read: Answer<Webhook>;
  refetch: () => Promise<Answer<Webhook>>;
}

/** What a webhook gets and where, its secret, and its end. */
export function WebhookSettings({ domain, read, refetch }: WebhookSettingsProps) {
  const can = useCan()('webhook:write');
  const { url, eventTypes, description } = read.data;
  if (!can) {
    return (
      <Columns>
        <Panel
          title={i18n.t('Settings')}
          description={i18n.t('You may read webhooks. To change them, ask an owner for webhook:write.')}
          flush
        >
          <Facts
            facts={[
              { label: i18n.t('Address'), value: url, copy: url },
              { label: i18n.t('Events'), value: <EventTypes types={eventTypes} /> },
              { label: i18n.t('Description'), value: description ?? '–' },
            ]}
          />
        </Panel>
      </Columns>
    );
  }
  return (
    <Columns>
      <div className={classes['settings']}>
        <WebhookForm domain={domain} read={read} refetch={refetch} />
        <SecretRotation domain={domain} webhookId={read.data.id} />
        <DeleteWebhook domain={domain} read={read} />
      </div>
    </Columns>
  );
}

function WebhookForm({ domain, read, refetch }: WebhookSettingsProps) {
  const { id: webhookId } = read.data;
  const resource = useResourceForm<Webhook, WebhookValues>({
    read,
    queryKey: ['webhooks', domain],
    refetch,
    path: `/v1/domain/${domain}/webhook/${webhookId}`,
    toValues: ({ url, eventTypes, description, enabled }) => ({ url, eventTypes, description: description ?? '', enabled }),
    toBody: fromValues,
    rename: toWebhookField,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/webhook/{webhookId}', {
          params: { path: { domain, webhookId }, header: { 'If-Match': etag ?? '*' } },
          body: fromValues(values),
        }),
      ),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        resource.submit();
      }}
    >
      <WebhookFields form={resource.form} />
      <SaveBar form={resource} labels={WEBHOOK_LABELS()} />
    </form>
  );
}

function SecretRotation({ domain, webhookId }: { domain: string; webhookId: string }) {
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useMutation({
    mutationFn: () => answer(api.POST('/v1/domain/{domain}/webhook/{webhookId}/secret', { params: { path: { domain, webhookId } } })),
    onSuccess: ({ data }) => setSecret(data.secret),
    gcTime: 0,
  });
  const forget = () => {
    setSecret(null);
    rotate.reset();
  };
  if (secret !== null) {
    return (
      <SecretOnce
        title={i18n.t('Copy the new secret now')}
        label={i18n.t('Webhook secret')}
        secret={secret}
        variable="WEBHOOK_SECRET"
        note={secretNote()}
        onDone={forget}
      />
    );
  }
  return (
    <Panel title={i18n.t('Secret')}>
      <p className={classes['hint']}>
        {i18n.t(
          'Each delivery is signed by the new secret and, for 24 hours, by the one before. A second rotation ends the old one at once, which helps after a leak.',
        )}
      </p>
      <FormProblem error={rotate.error} />
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
        disabled={rotate.isPending}
        onClick={() => rotate.mutate()}
      >
        {i18n.t('Rotate secret')}
      </Button>
    </Panel>
  );
}

function DeleteWebhook({ domain, read }: { domain: string; read: Answer<Webhook> }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const host = hostOf(read.data.url);
  const remove = async () => {
    await answer(api.DELETE('/v1/domain/{domain}/webhook/{webhookId}', { params: { path: { domain, webhookId: read.data.id } } }));
    queries.removeQueries({ queryKey: ['webhooks', domain, read.data.id] });
    await navigate({ to: '/d/$domain/webhooks', params: { domain } });
    await queries.invalidateQueries({ queryKey: ['webhooks', domain] });
  };
  return (
    <DangerZone title={i18n.t('Delete this webhook')} name={host} onDelete={remove}>
      {i18n.t('What waits for {host} is never sent, and its deliveries are forgotten. To pause it instead, switch it off above.', { host })}
    </DangerZone>
  );
}
