import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';
import type { ProviderRequest } from './provider-values.js';

export const providerPath = (domain: string, name: string) => `/v1/domain/${domain}/provider/${encodeURIComponent(name)}`;

export const providerQuery = (domain: string, name: string) =>
  queryOptions({
    queryKey: ['providers', domain, name],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/provider/{name}', { params: { path: { domain, name } } })),
  });

interface Conditions {
  'If-Match'?: string;
  'If-None-Match'?: string;
}

export interface ProviderKey {
  domain: string;
  name: string;
}

/** Stores a provider, or with `dryRun` only checks whether users could sign in with it. `rotateKey` is for SAML. */
export const putProvider = (
  path: ProviderKey,
  body: ProviderRequest,
  { header, query = {} }: { header: Conditions; query?: { dryRun?: 'true'; rotateKey?: 'true' } },
) => answer(api.PUT('/v1/domain/{domain}/provider/{name}', { params: { path, header, query }, body }));
