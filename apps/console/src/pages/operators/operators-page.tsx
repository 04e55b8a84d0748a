import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { List, type Column } from '../../ui/list.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Mark } from '../../ui/mark.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { NewOperatorDialog, OperatorDialog } from './operator-dialog.js';

type Operator = components['schemas']['ListedOperatorResponse'];

const COLUMNS: Column<Operator>[] = [
  {
    header: message('Name'),
    width: 'minmax(0, 2fr)',
    cell: ({ name, issuer }) => (
      <>
        <Mark name={name} />
        <span>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <small>{issuer}</small>
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
  {
    header: message('Domains'),
    width: '120px',
    wideOnly: true,
    cell: ({ domains }) => (domains === null ? i18n.t('All') : domains.length),
  },
  { header: message('Last used'), width: '120px', cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : i18n.t('Never')) },
];

/** The people and services that operate the subscription. */
export function OperatorsPage() {
  const can = useCan();
  const [opened, setOpened] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: ['operators'], queryFn: () => answer(api.GET('/v1/operator')) });
  return (
    <>
      <PageHeader
        title={i18n.t('Operators')}
        facts={data && i18n.t('{count, plural, one {# operator} other {# operators}}', { count: data.data.length })}
        actions={
          can('operator:write') && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('')} data-primary-action>
              {i18n.t('Add operator')}
            </Button>
          )
        }
      />
      {error && !data ? (
        <Columns>
          <LoadFailed what={i18n.t('The list of operators')} error={error} onRetry={() => void refetch()} />
        </Columns>
      ) : (
        <List
          label={i18n.t('Operators')}
          columns={COLUMNS}
          items={data?.data}
          keyOf={({ operatorId }) => operatorId}
          renderLink={({ operatorId }, content, className) => (
            <a
              href={`#${operatorId}`}
              className={className}
              onClick={(event) => {
                event.preventDefault();
                setOpened(operatorId);
              }}
            >
              {content}
            </a>
          )}
        />
      )}
      {opened === '' && <NewOperatorDialog onClose={() => setOpened(null)} />}
      {opened && <OperatorDialog operatorId={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
