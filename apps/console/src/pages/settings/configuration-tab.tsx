import { useEffect, useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, FileButton, Group, Skeleton, Textarea } from '@mantine/core';
import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { ApiProblem } from '../../api/problem.js';
import { showDraft } from '../../api/request-log.js';
import { useCan } from '../../api/caller.js';
import { FormProblem } from '../../ui/form-problem.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Panel } from '../../ui/panel.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { showToast } from '../../ui/toasts.js';
import { secretNote } from '../../ui/webhook-secret.js';
import { PlanPanel } from './plan-panel.js';
import { readConfiguration, useConfiguration } from './use-configuration.js';
import classes from './settings.module.css';

const MAX_BYTES = 16 * 1024 * 1024;

/** The configuration as one document: take it out, put a changed one in, see first what would change. */
export function ConfigurationTab({ domain }: { domain: string }) {
  const can = useCan()('domain:write');
  const configuration = useConfiguration(domain);
  const [text, setText] = useState('');
  const { current, plan, planning, applying, secrets } = configuration;
  if (current.error && !current.data) {
    return <LoadFailed what={i18n.t('The configuration')} error={current.error} onRetry={() => void current.refetch()} />;
  }
  if (!current.data) return <Skeleton height={260} radius="lg" />;
  const [secret] = secrets;
  if (secret) return <NewSecret key={secret[0]} name={secret[0]} secret={secret[1]} onDone={() => forget(configuration)} />;
  const isConflict = applying.error instanceof ApiProblem && applying.error.status === 412;
  const apply = () =>
    plan &&
    applying.mutate(plan, {
      onSuccess: ({ changes }) => {
        setText('');
        showToast({ message: i18n.t('{count, plural, one {# change applied} other {# changes applied}}', { count: changes.length }) });
      },
    });
  return (
    <>
      <DownloadPanel domain={domain} counts={current.data.data} />
      {can && (
        <DocumentPanel
          domain={domain}
          text={text}
          isPlanning={planning.isPending}
          isPlanned={plan !== null}
          error={planning.error}
          onText={(next) => {
            setText(next);
            configuration.discard();
          }}
          onPlan={() => planning.mutate(text)}
        />
      )}
      {plan && (
        <PlanPanel
          plan={plan}
          isApplying={applying.isPending}
          error={applying.error}
          isConflict={isConflict}
          onApply={apply}
          onDiscard={configuration.discard}
          onPlanAgain={() => {
            applying.reset();
            planning.mutate(plan.text);
          }}
        />
      )}
    </>
  );
}

function forget({ secrets, forgetSecret, forgetAnswer }: ReturnType<typeof useConfiguration>) {
  forgetSecret();
  if (secrets.length === 1) forgetAnswer();
}

function NewSecret({ name, secret, onDone }: { name: string; secret: string; onDone: () => void }) {
  const isWebhook = name.startsWith('webhooks/');
  return (
    <div className={classes['form']}>
      <SecretOnce
        title={i18n.t('Copy the secret of {name} now', { name })}
        label={isWebhook ? i18n.t('Webhook secret') : i18n.t('Client secret')}
        secret={secret}
        variable={isWebhook ? 'WEBHOOK_SECRET' : 'CLIENT_SECRET'}
        {...(isWebhook && { note: secretNote() })}
        onDone={onDone}
      />
    </div>
  );
}

const SECTIONS = ['clients', 'resources', 'roles', 'providers', 'webhooks'] as const;

function DownloadPanel({ domain, counts }: { domain: string; counts: Partial<Record<(typeof SECTIONS)[number], object>> }) {
  const download = useMutation({
    mutationFn: async (format: 'json' | 'yaml') => {
      const text = await readConfiguration(domain, format);
      const url = URL.createObjectURL(new Blob([text], { type: `application/${format}` }));
      const link = document.createElement('a');
      link.href = url;
      link.download = `${domain}.${format}`;
      link.click();
      URL.revokeObjectURL(url);
    },
  });
  return (
    <Panel
      title={i18n.t('Configuration document')}
      description={i18n.t('Everything that operators configure in the domain, without users and secrets.')}
      action={
        <Group gap="xs">
          {(['json', 'yaml'] as const).map((format) => (
            <Button
              key={format}
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
              disabled={download.isPending}
              onClick={() => download.mutate(format)}
            >
              {i18n.t('Download {format}', { format: format.toUpperCase() })}
            </Button>
          ))}
        </Group>
      }
    >
      <FormProblem error={download.error} />
      <dl className={classes['counts']}>
        {SECTIONS.map((section) => (
          <div key={section}>
            <dt>{section}</dt>
            <dd>{Object.keys(counts[section] ?? {}).length.toLocaleString(i18n.locale)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** Longer documents would make the request line slow. */
const MAX_DRAFT_LENGTH = 50_000;

/** Shows the request that "Plan" will send, if the document is JSON: the request line shows bodies as JSON. */
function useDraft(domain: string, text: string) {
  useEffect(() => {
    try {
      const body = text.length > MAX_DRAFT_LENGTH ? undefined : (JSON.parse(text) as unknown);
      showDraft(body === undefined ? null : { method: 'PUT', path: `/v1/domain/${domain}/configuration?dryRun=true`, body });
    } catch {
      showDraft(null);
    }
    return () => showDraft(null);
  }, [domain, text]);
}

interface DocumentPanelProps {
  domain: string;
  text: string;
  isPlanning: boolean;
  isPlanned: boolean;
  error: Error | null;
  onText: (text: string) => void;
  onPlan: () => void;
}

function DocumentPanel({ domain, text, isPlanning, isPlanned, error, onText, onPlan }: DocumentPanelProps) {
  const [isTooLarge, setTooLarge] = useState(false);
  useDraft(domain, text);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      text !== '' && current.pathname !== next.pathname && !window.confirm(i18n.t('Leave without saving? Your changes are lost.')),
    enableBeforeUnload: text !== '',
  });
  const insert = useMutation({ mutationFn: () => readConfiguration(domain, 'yaml'), onSuccess: onText });
  const choose = async (file: File | null) => {
    setTooLarge(file !== null && file.size > MAX_BYTES);
    if (file && file.size <= MAX_BYTES) onText(await file.text());
  };
  return (
    <Panel
      title={i18n.t('Change the configuration')}
      description={i18n.t('A section that the document has is the whole of it: what it does not name is deleted. An absent section stays.')}
      action={
        <Group gap="xs">
          <Button variant="default" disabled={insert.isPending} onClick={() => insert.mutate()}>
            {i18n.t('Insert the current one')}
          </Button>
          <FileButton onChange={(file) => void choose(file)} accept=".json,.yaml,.yml,application/json,application/yaml">
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFileUpload size={16} stroke={1.6} aria-hidden />}>
                {i18n.t('Choose a file')}
              </Button>
            )}
          </FileButton>
        </Group>
      }
    >
      <FormProblem error={error ?? insert.error} fields={[]} />
      <Textarea
        label={i18n.t('Document, as JSON or YAML')}
        placeholder={'version: 1\nroles:\n  editor:\n    description: Writes\n    permissions: []'}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        error={isTooLarge && i18n.t('At most 16 MiB')}
        rows={12}
        spellCheck={false}
        classNames={{ input: classes['document'] ?? '' }}
      />
      <Group mt="md">
        <Button
          variant={isPlanned ? 'default' : 'filled'}
          onClick={onPlan}
          disabled={text.trim() === '' || isPlanning}
          miw={90}
          data-primary-action
        >
          {isPlanning ? i18n.t('Planning') : i18n.t('Plan')}
        </Button>
        <span className={classes['hint']}>{i18n.t('Shows what would change. Nothing is stored before you apply it.')}</span>
      </Group>
    </Panel>
  );
}
