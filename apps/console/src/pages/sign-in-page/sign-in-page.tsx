import { i18n } from '@lingui/core';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { Facts } from '../../ui/facts.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns, Panel } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import { AccentField } from './accent-field.js';
import { brandingPath, brandingQuery, toBody, toValues, type Branding, type BrandingValues } from './branding-query.js';
import { getLookLabels, LookFields } from './look-fields.js';
import { MailSenderPanel } from './mail-sender-panel.js';
import { MailTestPanel } from './mail-test-panel.js';
import { PageTextsPanel } from './page-texts-panel.js';
import { PreviewPanel } from './preview-panel.js';
import classes from './sign-in-page.module.css';

/** The branding of what people see: the pages of the domain, and its mails. */
export function SignInPage() {
  const { domain = '' } = useParams({ strict: false });
  const can = useCan()('branding:write');
  const { data, error, refetch } = useQuery(brandingQuery(domain));
  const details = useQuery({
    queryKey: ['domain', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}', { params: { path: { domain } } })),
  });
  const authUrl = details.data?.data.authUrl;
  return (
    <>
      <PageHeader
        title={i18n.t('Sign-in page')}
        actions={
          authUrl && (
            <Button
              component="a"
              variant="default"
              href={`${authUrl}/account`}
              target="_blank"
              rel="noreferrer"
              rightSection={<IconExternalLink size={16} aria-hidden />}
            >
              {i18n.t('Open sign-in page')}
            </Button>
          )
        }
      />
      {error && !data && (
        <Columns>
          <LoadFailed what={i18n.t('The branding')} error={error} onRetry={() => void refetch()} />
        </Columns>
      )}
      {!error && !data && (
        <div className={classes['layout']}>
          <Skeleton height={360} radius="lg" />
          <Skeleton height={560} radius="lg" />
        </div>
      )}
      {data && can && <BrandingForm key={domain} domain={domain} read={data} />}
      {data && !can && <ReadOnlyBranding domain={domain} branding={data.data} />}
      {data && can && (
        <div className={classes['layout']}>
          <MailSenderPanel domain={domain} />
          <MailTestPanel domain={domain} />
        </div>
      )}
      {data && can && <PageTextsPanel domain={domain} values={toValues(data.data)} />}
    </>
  );
}

function BrandingForm({ domain, read }: { domain: string; read: Answer<Branding> }) {
  const queries = useQueryClient();
  const form = useResourceForm<Branding, BrandingValues>({
    read,
    queryKey: ['branding', domain],
    refetch: () => queries.fetchQuery({ ...brandingQuery(domain), staleTime: 0 }),
    toValues,
    toBody,
    path: brandingPath(domain),
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/branding', {
          params: { path: { domain }, header: etag === null ? {} : { 'If-Match': etag } },
          body: toBody(values),
        }),
      ),
  });
  const { form: fields } = form;
  return (
    <div className={classes['layout']}>
      <div className={classes['form']}>
        <div className={classes['fields']}>
          <TextInput
            label={i18n.t('Name')}
            description={i18n.t('Stands at the top of pages and in the subject of mails. Empty: {domain}.', { domain })}
            placeholder={domain}
            maxLength={60}
            {...fields.getInputProps('name')}
          />
          <TextInput
            label={i18n.t('Logo')}
            description={i18n.t('An https address of a picture. The pages show it 32 pixels high.')}
            placeholder="https://www.example.com/logo.svg"
            type="url"
            spellCheck={false}
            {...fields.getInputProps('logoUrl')}
          />
          <AccentField form={fields} />
          <TextInput
            label={i18n.t('Support')}
            description={i18n.t('An email address or an https address. Pages link to it where people cannot go on.')}
            placeholder="help@example.com"
            spellCheck={false}
            {...fields.getInputProps('supportUri')}
          />
          <LookFields form={fields} />
        </div>
        <SaveBar
          form={form}
          labels={{
            name: i18n.t('Name'),
            logoUrl: i18n.t('Logo'),
            accentColor: i18n.t('Accent colour'),
            supportUri: i18n.t('Support'),
            ...getLookLabels(),
          }}
        />
      </div>
      <PreviewPanel domain={domain} values={fields.values} />
    </div>
  );
}

function ReadOnlyBranding({ domain, branding }: { domain: string; branding: Branding }) {
  const { name, logoUrl, accentColor, supportUri } = branding;
  const standard = i18n.t('Default');
  const look = Object.entries(getLookLabels()).map(([key, label]) => ({ label, value: branding[key as keyof Branding] ?? standard }));
  return (
    <div className={classes['layout']}>
      <Panel
        title={i18n.t('Branding')}
        description={i18n.t('You may read the branding. To change it, ask an owner for branding:write.')}
        flush
      >
        <Facts
          facts={[
            { label: i18n.t('Name'), value: name ?? standard },
            { label: i18n.t('Logo'), value: logoUrl ?? standard },
            { label: i18n.t('Accent colour'), value: accentColor ?? standard },
            { label: i18n.t('Support'), value: supportUri ?? standard },
            ...look,
          ]}
        />
      </Panel>
      <PreviewPanel domain={domain} values={toValues(branding)} />
    </div>
  );
}
