import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { List, type Column } from '../../ui/list.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Mark } from '../../ui/mark.js';
import { Notice } from '../../ui/notice.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns } from '../../ui/panel.js';
import { RequestExample } from '../../ui/request-example.js';
import { WebhooksTabs } from './webhooks-tabs.js';
import { EventTypes, hostOf, WebhookStatus, type Webhook } from './webhook-words.js';

const COLUMNS: Column<Webhook>[] = [
  {
    header: message('Address'),
    width: 'minmax(0, 2fr)',
    cell: ({ url, description }) => (
      <>
        <Mark name={description ?? hostOf(url)} />
        <span>
          <strong>
            <bdi>{description ?? hostOf(url)}</bdi>
          </strong>
          <small>{url}</small>
        </span>
      </>
    ),
  },
  { header: message('Events'), width: 'minmax(0, 1fr)', wideOnly: true, cell: ({ eventTypes }) => <EventTypes types={eventTypes} /> },
  { header: message('Status'), width: 'minmax(110px, 1fr)', cell: (webhook) => <WebhookStatus webhook={webhook} /> },
];

/** The webhooks of a domain. */
export function WebhooksPage() {
  const { domain } = useParams({ from: '/d/$domain/webhooks' });
  const can = useCan()('webhook:write');
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/webhook', { params: { path: { domain } } })),
  });
  const count = data?.data.length;
  const create = can && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      data-primary-action
      renderRoot={(props) => <Link to="/d/$domain/webhooks/$webhookId" params={{ domain, webhookId: 'new' }} {...props} />}
    >
      {i18n.t('Create webhook')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={i18n.t('Webhooks')}
        facts={count !== undefined && i18n.t('{count, plural, one {# webhook} other {# webhooks}}', { count })}
        actions={count !== 0 && create}
        tabs={<WebhooksTabs domain={domain} />}
      />
      {error && !data ? (
        <Columns>
          <LoadFailed what={i18n.t('The list of webhooks')} error={error} onRetry={() => void refetch()} />
        </Columns>
      ) : count === 0 ? (
        <Columns>
          <Notice icon={IconWebhook} title={i18n.t('Hear of each change within two seconds')}>
            <p>
              {i18n.t(
                'A webhook calls your server when a user is created, a secret changes, or a sign-in fails. Deliveries are signed, repeated for three days, and kept here.',
              )}
            </p>
            {create}
            <RequestExample method="POST" path="/webhook" body={{ url: 'https://app.example.com/webhook', eventTypes: ['user.*'] }} />
          </Notice>
        </Columns>
      ) : (
        <List
          label={i18n.t('Webhooks')}
          columns={COLUMNS}
          items={data?.data}
          keyOf={({ id }) => id}
          renderLink={({ id }, content, className) => (
            <Link to="/d/$domain/webhooks/$webhookId" params={{ domain, webhookId: id }} className={className}>
              {content}
            </Link>
          )}
        />
      )}
    </>
  );
}
