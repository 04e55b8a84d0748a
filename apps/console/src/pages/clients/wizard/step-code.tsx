import { i18n } from '@lingui/core';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CodeTabs } from '../../../ui/code-tabs.js';
import { Facts } from '../../../ui/facts.js';
import { Panel } from '../../../ui/panel.js';
import { SecretOnce } from '../../../ui/secret-once.js';
import { KINDS } from '../client-kind.js';
import { domainQueries } from '../client-queries.js';
import type { Proof } from '../code/code-input.js';
import { buildReadyCodes } from '../code/ready-code.js';
import { Loaded } from '../loaded.js';
import type { Resource } from '../scope-choice.js';
import { parseKeys } from './create-client.js';
import { scopeOf, stepsOf, type Draft } from './draft.js';
import classes from './wizard.module.css';

interface StepCodeProps {
  domain: string;
  draft: Draft;
  resources: readonly Resource[];
  /** The client, once it was created. */
  created: { clientId: string; secret: string | null } | null;
  onStored: () => void;
}

/** The last step: what will be created, the secret once it was, and code that runs. */
export function StepCode({ domain, draft, resources, created, onStored }: StepCodeProps) {
  const query = useQuery(domainQueries(domain).domain);
  const chosen = resources.filter(({ resourceId }) => resourceId in draft.access);
  return (
    <div className={classes['result']}>
      {created?.secret && (
        <SecretOnce
          title={i18n.t('Copy the secret now')}
          label={i18n.t('Client secret')}
          secret={created.secret}
          variable="CLIENT_SECRET"
          onDone={onStored}
        />
      )}
      {created && !created.secret && (
        <Group>
          <Button
            renderRoot={(rest) => <Link to="/d/$domain/clients/$clientId" params={{ domain, clientId: created.clientId }} {...rest} />}
          >
            {i18n.t('Open the client')}
          </Button>
        </Group>
      )}
      {!created && (
        <Panel title={i18n.t('What is created')} flush>
          <Facts
            facts={[
              { label: i18n.t('Type'), value: i18n.t(KINDS[draft.kind].label) },
              { label: i18n.t('Client id'), value: <code>{draft.id}</code> },
              ...(draft.redirectUris.length > 0 ? [{ label: i18n.t('Redirect addresses'), value: draft.redirectUris.join(', ') }] : []),
              { label: i18n.t('APIs'), value: chosen.map(({ name }) => name).join(', ') || i18n.t('None') },
              ...(stepsOf(draft.kind).includes('proof') ? [{ label: i18n.t('Proves itself by'), value: describeMethod(draft) }] : []),
            ]}
          />
        </Panel>
      )}
      <Loaded query={query} what={i18n.t('The addresses of the domain')} height={260}>
        {({ data: { issuer, authUrl } }) => {
          const api = chosen[0];
          const scopes = [
            ...(draft.kind === 'service' || draft.kind === 'mcp' ? [] : scopeOf(draft.kind).split(' ')),
            ...(api ? (draft.access[api.resourceId] ?? []) : []),
          ];
          const input = { clientId: draft.id, issuer, authUrl, proof: proofOf(draft), scopes, resource: api?.audience ?? null };
          return <CodeTabs title={i18n.t('Ready code')} codes={buildReadyCodes(draft.kind, input, draft.redirectUris)} />;
        }}
      </Loaded>
    </div>
  );
}

function describeMethod({ method, issuer }: Draft): string {
  if (method === 'secret') return i18n.t('A secret, shown once after creation');
  return method === 'key' ? i18n.t('A private key') : i18n.t('Tokens of {issuer}', { issuer });
}

function proofOf(draft: Draft): Proof {
  if (!stepsOf(draft.kind).includes('proof')) return { type: 'none' };
  if (draft.method !== 'key') return { type: draft.method };
  const parsed = parseKeys(draft.keys);
  const set = parsed && 'jwks' in parsed ? (parsed.jwks as { keys?: { kid?: string }[] }) : null;
  return { type: 'key', keyId: set?.keys?.[0]?.kid ?? null };
}
