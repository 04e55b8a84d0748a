import { queryOptions } from '@tanstack/react-query';
import type { operations } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';

/** The authentication document of a client. */
export type Authentication = operations['getClientAuthentication']['responses'][200]['content']['application/json'];
export type Method = Authentication['methods'][number];

/** Where a client is. */
export interface ClientPath {
  domain: string;
  clientId: string;
}

const BASE = '/v1/domain/{domain}/client/{clientId}';

/** The address of a client, or of one of its documents, as the request line shows it. */
export const clientAddress = ({ domain, clientId }: ClientPath, part = '') =>
  `/v1/domain/${encodeURIComponent(domain)}/client/${encodeURIComponent(clientId)}${part}`;

/** The queries of one client's documents. All keys begin with `client`, the domain and the client's id. */
export function clientQueries(path: ClientPath) {
  const params = { path };
  const key = (part: string) => ['client', path.domain, path.clientId, part] as const;
  return {
    all: ['client', path.domain, path.clientId] as const,
    client: queryOptions({ queryKey: key('client'), queryFn: () => answer(api.GET(BASE, { params })) }),
    active: queryOptions({ queryKey: key('active'), queryFn: () => answer(api.GET(`${BASE}/active`, { params })) }),
    secrets: queryOptions({ queryKey: key('secrets'), queryFn: () => answer(api.GET(`${BASE}/secret`, { params })) }),
    authentication: queryOptions({ queryKey: key('authentication'), queryFn: () => answer(api.GET(`${BASE}/authentication`, { params })) }),
    resources: queryOptions({ queryKey: key('resources'), queryFn: () => answer(api.GET(`${BASE}/resource`, { params })) }),
    roles: queryOptions({ queryKey: key('roles'), queryFn: () => answer(api.GET(`${BASE}/role`, { params })) }),
    grants: queryOptions({ queryKey: key('grants'), queryFn: () => answer(api.GET(`${BASE}/grants`, { params })) }),
    claims: queryOptions({ queryKey: key('claims'), queryFn: () => answer(api.GET(`${BASE}/claims`, { params })) }),
    signing: queryOptions({ queryKey: key('signing'), queryFn: () => answer(api.GET(`${BASE}/signing`, { params })) }),
    refreshToken: queryOptions({ queryKey: key('refresh-token'), queryFn: () => answer(api.GET(`${BASE}/refresh-token`, { params })) }),
    quota: queryOptions({ queryKey: key('quota'), queryFn: () => answer(api.GET(`${BASE}/quota`, { params })) }),
    presentation: queryOptions({ queryKey: key('presentation'), queryFn: () => answer(api.GET(`${BASE}/presentation`, { params })) }),
    log: queryOptions({
      queryKey: key('log'),
      queryFn: () =>
        answer(
          api.GET('/v1/domain/{domain}/log', { params: { path: { domain: path.domain }, query: { client: path.clientId, limit: 50 } } }),
        ),
    }),
  };
}

/** The queries of what a client may be granted. */
export function domainQueries(domain: string) {
  const params = { path: { domain } };
  const key = (part: string) => ['domain', domain, part] as const;
  return {
    domain: queryOptions({ queryKey: key('domain'), queryFn: () => answer(api.GET('/v1/domain/{domain}', { params })) }),
    resources: queryOptions({ queryKey: key('resources'), queryFn: () => answer(api.GET('/v1/domain/{domain}/resource', { params })) }),
    roles: queryOptions({ queryKey: key('roles'), queryFn: () => answer(api.GET('/v1/domain/{domain}/role', { params })) }),
    providers: queryOptions({ queryKey: key('providers'), queryFn: () => answer(api.GET('/v1/domain/{domain}/provider', { params })) }),
  };
}
