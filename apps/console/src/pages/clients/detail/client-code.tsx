import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../../api/caller.js';
import { CodeTabs } from '../../../ui/code-tabs.js';
import { classifyClient, type Client } from '../client-kind.js';
import { clientQueries, domainQueries, type Authentication, type ClientPath } from '../client-queries.js';
import type { Proof } from '../code/code-input.js';
import { buildReadyCodes } from '../code/ready-code.js';

/** Code that runs as this client. */
export function ClientCode({ path, client }: { path: ClientPath; client: Client }) {
  const can = useCan();
  const queries = clientQueries(path);
  const domain = useQuery({ ...domainQueries(path.domain).domain, enabled: can('domain:read') });
  const authentication = useQuery(queries.authentication);
  const granted = useQuery(queries.resources);
  const resources = useQuery({ ...domainQueries(path.domain).resources, enabled: can('resource:read') });
  if (!domain.data || !authentication.data || !granted.data) return null;
  const { issuer, authUrl } = domain.data.data;
  const kind = classifyClient(client);
  const grant = granted.data.data[0];
  const resource = resources.data?.data.find(({ resourceId }) => resourceId === grant?.resourceId);
  const own = kind === 'service' || kind === 'mcp' ? [] : client.scope.split(' ').filter((scope) => OPENID_SCOPES.has(scope));
  const scopes = [...own, ...(resource && grant ? grant.scopes : [])];
  const proof = client.clientType === 'Public' ? ({ type: 'none' } as const) : proofOf(authentication.data.data);
  const input = { clientId: client.clientId, issuer, authUrl, proof, scopes, resource: resource?.audience ?? null };
  const title = kind === 'service' ? i18n.t('Get a token') : kind === 'mcp' ? i18n.t('Check or exchange a token') : i18n.t('Sign in');
  return <CodeTabs title={title} codes={buildReadyCodes(kind, input, client.redirectUris ?? [])} />;
}

const OPENID_SCOPES = new Set(['openid', 'profile', 'email', 'phone', 'address', 'offline_access']);

/** The method that was used last, or else the first one. */
function proofOf({ methods }: Authentication): Proof {
  const [method] = methods.toSorted((one, other) => (other.lastUsedAt ?? '').localeCompare(one.lastUsedAt ?? ''));
  if (method?.type === 'FederatedJwt') return { type: 'workload' };
  if (method?.type !== 'PrivateKeyJwt') return { type: 'secret' };
  const set = 'jwks' in method ? (method.jwks as { keys: { kid?: string }[] }) : null;
  return { type: 'key', keyId: set?.keys[0]?.kid ?? null };
}
