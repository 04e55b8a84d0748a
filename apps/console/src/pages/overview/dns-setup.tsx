import { i18n } from '@lingui/core';
import { Button, Table } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { CopyButton } from '../../ui/copy-button.js';
import { FormProblem } from '../../ui/form-problem.js';
import { Panel } from '../../ui/panel.js';
import { Status, type Tone } from '../../ui/status.js';
import classes from './overview.module.css';

type Details = components['schemas']['DomainDetailsResponse'];

const RECORD_STATES: Record<string, [Tone, string]> = {
  present: ['success', message('Found')],
  missing: ['danger', message('Missing')],
  failed: ['danger', message('Failed')],
  pending: ['waiting', message('Not checked yet')],
};

/** The DNS records of a domain that is not served yet, and what the last check found. */
export function DnsSetup({ details }: { details: Details }) {
  const { domain } = details;
  const queries = useQueryClient();
  const can = useCan();
  const check = useMutation({
    mutationFn: () => answer(api.POST('/v1/domain/{domain}/verify', { params: { path: { domain } } })),
    onSuccess: (result) => queries.setQueryData(['domain', domain], result),
  });
  return (
    <Panel
      title={i18n.t('DNS records to create')}
      description={details.statusDetail ?? i18n.t('Create these records where the name is managed. Latchkey checks them by itself.')}
      action={
        can('domain:write') && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={check.isPending}
            onClick={() => check.mutate()}
          >
            {check.isPending ? i18n.t('Checking') : i18n.t('Check now')}
          </Button>
        )
      }
    >
      <FormProblem error={check.error} />
      <div className={classes['scroll']} role="region" aria-label={i18n.t('DNS records to create')} tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{i18n.t('Type')}</Table.Th>
              <Table.Th>{i18n.t('Name')}</Table.Th>
              <Table.Th>{i18n.t('Value')}</Table.Th>
              <Table.Th>{i18n.t('Status')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {details.dnsRecords.map(({ type, name, value, purpose, status }) => {
              const [tone, word] = RECORD_STATES[status] ?? ['neutral', status];
              return (
                <Table.Tr key={type + name + value}>
                  <Table.Td>{type}</Table.Td>
                  <Table.Td>
                    <Copyable text={name} />
                  </Table.Td>
                  <Table.Td>
                    <Copyable text={value} />
                    <small>{purpose}</small>
                  </Table.Td>
                  <Table.Td>
                    <Status tone={tone}>{i18n.t(word)}</Status>
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </div>
      {details.diagnoses.map(({ code, detail, fix }) => (
        <p key={code} className={classes['diagnosis']}>
          <strong>{detail}</strong> {fix}
        </p>
      ))}
    </Panel>
  );
}

function Copyable({ text }: { text: string }) {
  return (
    <span className={classes['copyable']}>
      <code>{text}</code>
      <CopyButton value={text} label={i18n.t('Copy {text}', { text })} />
    </span>
  );
}
