import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
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
import { SecretOnce } from '../../ui/secret-once.js';
import { Time } from '../../ui/time.js';
import { ApiKeyDialog, NewApiKeyDialog } from './api-key-dialog.js';

type ApiKey = components['schemas']['ApiKeyResponse'];

const COLUMNS: Column<ApiKey>[] = [
  {
    header: message('Name'),
    width: 'minmax(0, 2fr)',
    cell: ({ name, id }) => (
      <>
        <Mark name={name} />
        <span>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <small>{id}</small>
        </span>
      </>
    ),
  },
  {
    header: message('Permissions'),
    width: 'minmax(0, 2fr)',
    wideOnly: true,
    cell: ({ permissions }) => <code>{permissions.join(' ')}</code>,
  },
  { header: message('Last used'), width: '120px', cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : i18n.t('Never')) },
  {
    header: message('Expires'),
    width: '120px',
    wideOnly: true,
    cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : i18n.t('Never')),
  },
];

/** The API keys of the subscription. */
export function ApiKeysPage() {
  const can = useCan();
  const [opened, setOpened] = useState<string | null>(null);
  const [created, setCreated] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: ['api-keys'], queryFn: () => answer(api.GET('/v1/api-key')) });
  const create = can('operator:write') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('')} data-primary-action>
      {i18n.t('Create API key')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={i18n.t('API keys')}
        facts={data && i18n.t('{count, plural, one {# key} other {# keys}}', { count: data.data.length })}
        actions={create}
      />
      {created !== null && (
        <Columns>
          <SecretOnce
            title={i18n.t('Copy the new key now')}
            label={i18n.t('API key')}
            secret={created}
            variable="LATCHKEY_API_KEY"
            onDone={() => setCreated(null)}
          />
        </Columns>
      )}
      {error && !data && (
        <Columns>
          <LoadFailed what={i18n.t('The list of API keys')} error={error} onRetry={() => void refetch()} />
        </Columns>
      )}
      {data?.data.length === 0 && (
        <Columns>
          <Notice icon={IconKey} title={i18n.t('Let a program use the API')}>
            <p>{i18n.t('A key has the permissions that you choose, for the domains and networks that you choose.')}</p>
            <RequestExample method="POST" path="/v1/api-key" body={{ name: 'ci', permissions: ['client:write'] }} />
          </Notice>
        </Columns>
      )}
      {!error && data?.data.length !== 0 && (
        <List
          label={i18n.t('API keys')}
          columns={COLUMNS}
          items={data?.data}
          keyOf={({ id }) => id}
          renderLink={({ id }, content, className) => (
            <a
              href={`#${id}`}
              className={className}
              onClick={(event) => {
                event.preventDefault();
                setOpened(id);
              }}
            >
              {content}
            </a>
          )}
        />
      )}
      {opened === '' && <NewApiKeyDialog onClose={() => setOpened(null)} onCreated={setCreated} />}
      {opened && <ApiKeyDialog apiKeyId={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
