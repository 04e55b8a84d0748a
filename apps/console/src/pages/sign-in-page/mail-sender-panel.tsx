import { i18n } from '@lingui/core';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../api/api.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Panel } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import classes from './sign-in-page.module.css';

type MailSender = components['schemas']['MailSenderResponse'];
type Report = components['schemas']['SenderVerificationResponse'];
type SenderValues = Record<'name' | 'address', string>;

const toValues = ({ name, address }: MailSender): SenderValues => ({ name: name ?? '', address: address ?? '' });
const toBody = ({ name, address }: SenderValues) => ({ name: name.trim() || null, address: address.trim() || null });

/** Who the mails of the domain come from, and whether the DNS records of an own address are right. */
export function MailSenderPanel({ domain }: { domain: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['mail-sender', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/mail-sender', { params: { path: { domain } } })),
  });
  return (
    <Panel title={i18n.t('Sender of mails')} description={i18n.t('Mails come from your own address while its DNS records are right.')}>
      {error && !data && <LoadFailed what={i18n.t('The sender of mails')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={180} />}
      {data && (
        <Fields
          key={domain}
          domain={domain}
          read={data}
          refetch={async () => (await refetch({ throwOnError: true })).data as Answer<MailSender>}
        />
      )}
    </Panel>
  );
}

function Fields({ domain, read, refetch }: { domain: string; read: Answer<MailSender>; refetch: () => Promise<Answer<MailSender>> }) {
  const resource = useResourceForm<MailSender, SenderValues>({
    read,
    queryKey: ['mail-sender', domain],
    refetch,
    path: `/v1/domain/${domain}/mail-sender`,
    toValues,
    toBody,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/mail-sender', {
          params: { path: { domain }, header: etag === null ? {} : { 'If-Match': etag } },
          body: toBody(values),
        }),
      ),
  });
  const check = useMutation({
    mutationFn: () => answer(api.POST('/v1/domain/{domain}/mail-sender/verify', { params: { path: { domain } } })),
  });
  return (
    <div className={classes['fields']}>
      <TextInput label={i18n.t('Display name')} maxLength={60} {...resource.form.getInputProps('name')} />
      <TextInput
        label={i18n.t('Own address')}
        description={i18n.t('Empty: the address of this installation.')}
        placeholder="no-reply@example.com"
        type="email"
        spellCheck={false}
        {...resource.form.getInputProps('address')}
      />
      <SaveBar form={resource} labels={{ name: i18n.t('Display name'), address: i18n.t('Own address') }} />
      <Button variant="default" w="fit-content" disabled={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? i18n.t('Checking') : i18n.t('Check the DNS records')}
      </Button>
      {check.error && <LoadFailed what={i18n.t('The DNS records')} error={check.error} onRetry={() => check.mutate()} />}
      {check.data && <Diagnosis report={check.data.data} />}
    </div>
  );
}

function Diagnosis({ report }: { report: Report }) {
  const { from, verified, records, problems } = report;
  return (
    <div role="status" className={classes['diagnosis']}>
      <p>
        {i18n.t('Mails come from {from}.', { from })} {verified && i18n.t('The DNS records are right.')}
      </p>
      {problems.map(({ code, detail, fix }) => (
        <p key={code} data-failed>
          {detail} {fix}
        </p>
      ))}
      {records.map(({ purpose, name, value }) => (
        <p key={purpose}>
          <b>{purpose}</b> <code>{name}</code> <code>{value}</code>
        </p>
      ))}
    </div>
  );
}
