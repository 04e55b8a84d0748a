import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { answer, api, type Answer } from '../../api/api.js';
import { CopyButton } from '../../ui/copy-button.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns } from '../../ui/panel.js';
import { TAB_LINK, TabLinks } from '../../ui/tabs.js';
import { Deliveries } from './deliveries.js';
import { NewWebhook } from './new-webhook.js';
import { WebhookActions } from './webhook-actions.js';
import { WebhookSettings } from './webhook-settings.js';
import { hostOf, WebhookStatus, type Webhook } from './webhook-words.js';
import classes from './webhooks.module.css';

/** One webhook with its deliveries, or a new one. */
export function WebhookPage() {
  const { domain, webhookId } = useParams({ from: '/d/$domain/webhooks/$webhookId' });
  return webhookId === 'new' ? <NewWebhook domain={domain} /> : <ExistingWebhook key={webhookId} domain={domain} webhookId={webhookId} />;
}

function ExistingWebhook({ domain, webhookId }: { domain: string; webhookId: string }) {
  const { tab = 'deliveries' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ['webhooks', domain, webhookId],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/webhook/{webhookId}', { params: { path: { domain, webhookId } } })),
  });
  const { data, error, refetch } = query;
  const breadcrumbs = [<WebhooksLink key="webhooks" domain={domain} text={i18n.t('Webhooks')} />];
  if (!data) {
    return (
      <>
        <PageHeader title={i18n.t('Webhook')} breadcrumbs={breadcrumbs} />
        <Columns>
          {error ? (
            <>
              <LoadFailed what={i18n.t('The webhook')} error={error} onRetry={() => void refetch()} />
              <WebhooksLink domain={domain} text={i18n.t('All webhooks')} />
            </>
          ) : (
            <Skeleton height={320} radius="lg" />
          )}
        </Columns>
      </>
    );
  }
  const refresh = async () => (await refetch({ throwOnError: true })).data as Answer<Webhook>;
  return (
    <>
      <PageHeader
        title={data.data.description ?? hostOf(data.data.url)}
        breadcrumbs={breadcrumbs}
        mark={
          <span className={classes['mark']} aria-hidden>
            <IconWebhook size={22} stroke={1.6} />
          </span>
        }
        facts={
          <>
            <WebhookStatus webhook={data.data} isBrief />
            <span>
              <code>{data.data.id}</code> <CopyButton value={data.data.id} label={i18n.t('Copy the id')} />
            </span>
          </>
        }
        actions={<WebhookActions domain={domain} read={data} />}
        tabs={<WebhookTabs domain={domain} webhookId={webhookId} />}
      />
      {tab === 'settings' ? (
        <WebhookSettings domain={domain} read={data} refetch={refresh} />
      ) : (
        <Deliveries domain={domain} webhook={data.data} />
      )}
    </>
  );
}

function WebhooksLink({ domain, text }: { domain: string; text: string }) {
  return (
    <Link to="/d/$domain/webhooks" params={{ domain }}>
      {text}
    </Link>
  );
}

function WebhookTabs({ domain, webhookId }: { domain: string; webhookId: string }) {
  return (
    <TabLinks label={i18n.t('Webhook')}>
      <Link
        to="/d/$domain/webhooks/$webhookId"
        params={{ domain, webhookId }}
        search={{}}
        {...TAB_LINK}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {i18n.t('Deliveries')}
      </Link>
      <Link to="/d/$domain/webhooks/$webhookId/$tab" params={{ domain, webhookId, tab: 'settings' }} {...TAB_LINK}>
        {i18n.t('Settings')}
      </Link>
    </TabLinks>
  );
}
