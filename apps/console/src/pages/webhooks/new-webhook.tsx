import { useEffect, useState } from 'react';
import { i18n } from '@lingui/core';
import { Anchor, Button, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useBlocker, useNavigate } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { showDraft } from '../../api/request-log.js';
import { FormProblem } from '../../ui/form-problem.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns } from '../../ui/panel.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { setViolations } from '../../ui/violations.js';
import { fromValues, toWebhookField, WebhookFields, type WebhookValues } from './webhook-fields.js';
import { secretNote } from '../../ui/webhook-secret.js';
import classes from './webhooks.module.css';

/** Creates a webhook and shows its secret once. */
export function NewWebhook({ domain }: { domain: string }) {
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ id: string; secret: string } | null>(null);
  const open = (webhookId: string) => void navigate({ to: '/d/$domain/webhooks/$webhookId', params: { domain, webhookId }, replace: true });
  return (
    <>
      <PageHeader
        title={i18n.t('Create webhook')}
        breadcrumbs={[
          <Link key="webhooks" to="/d/$domain/webhooks" params={{ domain }}>
            {i18n.t('Webhooks')}
          </Link>,
        ]}
      />
      <Columns>
        {created ? (
          <div className={classes['form']}>
            <SecretOnce
              title={i18n.t('Copy the secret of the webhook now')}
              label={i18n.t('Webhook secret')}
              secret={created.secret}
              variable="WEBHOOK_SECRET"
              note={secretNote()}
              onDone={() => open(created.id)}
            />
          </div>
        ) : (
          <NewWebhookForm domain={domain} onCreated={setCreated} />
        )}
      </Columns>
    </>
  );
}

function NewWebhookForm({ domain, onCreated }: { domain: string; onCreated: (created: { id: string; secret: string }) => void }) {
  const queries = useQueryClient();
  const form = useForm<WebhookValues>({ initialValues: { url: '', eventTypes: ['*'], description: '', enabled: true } });
  const body = JSON.stringify(fromValues(form.values));
  const isDirty = form.isDirty();
  useEffect(() => {
    showDraft({ method: 'POST', path: `/v1/domain/${domain}/webhook`, body: JSON.parse(body) as unknown });
    return () => showDraft(null);
  }, [domain, body]);
  const create = useMutation({
    mutationFn: (values: WebhookValues) =>
      answer(api.POST('/v1/domain/{domain}/webhook', { params: { path: { domain } }, body: fromValues(values) })),
    onSuccess: async ({ data }) => {
      onCreated({ id: data.id, secret: data.secret });
      await queries.invalidateQueries({ queryKey: ['webhooks', domain] });
    },
    onError: (error) => setViolations(form, error, toWebhookField),
    gcTime: 0,
  });
  useBlocker({
    shouldBlockFn: () => isDirty && !create.isSuccess && !window.confirm(i18n.t('Leave without saving? Your changes are lost.')),
    enableBeforeUnload: isDirty && !create.isSuccess,
  });
  return (
    <form className={classes['form']} onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <FormProblem error={create.error} fields={['url', 'eventTypes', 'description']} />
      <WebhookFields form={form} />
      <Group mt="lg">
        <Button type="submit" disabled={create.isPending} miw={140}>
          {create.isPending ? i18n.t('Creating') : i18n.t('Create webhook')}
        </Button>
        <Anchor c="dimmed" renderRoot={(props) => <Link to="/d/$domain/webhooks" params={{ domain }} {...props} />}>
          {i18n.t('Cancel')}
        </Anchor>
      </Group>
    </form>
  );
}
