import { expect, it } from '@jest/globals';
import { load } from 'js-yaml';
import { getCodeBlocks, getSection, getTableRows, readText } from '../support/pages.js';

const ERRORS = 'apps/auth/src/client-authentication/client-authentication.error.ts';
const MTLS = 'docs/integrate/mtls.md';
const [, union = ''] = /type AuthenticationFailureReason =([^]*?);/.exec(readText(ERRORS)) ?? [];
const reasons = [...union.matchAll(/'([\w-]+)'/g)].map(([, reason = '']) => reason);

it("docs/client-authentication.md explains every reason in a domain's log, in the order of the code", () => {
  const documented = getTableRows(getSection('docs/client-authentication.md', '## When authentication fails')).map(([reason]) => reason);

  expect(reasons).toContain('unknown-client');
  expect(documented).toEqual(reasons.filter((reason) => reason !== 'unknown-client'));
});

it('docs/integrate/kubernetes.md explains only existing reasons', () => {
  const rows = getTableRows(getSection('docs/integrate/kubernetes.md', '## If it fails'));
  const named = rows.flatMap(([cell = '']) => cell.replaceAll('`', '').split(', '));

  expect(named.filter((reason) => reason !== 'no entry at all' && !reasons.includes(reason))).toEqual([]);
});

it("docs/client-authentication.md quotes the auth server's error texts for clients with the profile FAPI2", () => {
  const source = [
    'overrides/error-descriptions.ts',
    'overrides/token-binding-errors.ts',
    'fapi-requests.int-spec.ts',
    'fapi-tokens.int-spec.ts',
    '../client-authentication/assertion/assertion-claims.ts',
    '../client-authentication/assertion/assertion-authentication.service.ts',
  ].map((file) => readText(`apps/auth/src/provider/${file}`));
  const rows = getTableRows(getSection('docs/client-authentication.md', '## What the profile FAPI2 permits'));
  const parts = rows.flatMap(([, , sentence = '']) => sentence.replaceAll('`', '').split('…'));

  expect(parts.length).toBeGreaterThan(10);
  expect(parts.filter((part) => !source.some((text) => text.includes(part.trim())))).toEqual([]);
});

it('docs/integrate/mtls.md explains the reasons for certificates, and the configurable headers', () => {
  const [, list = ''] = /CLIENT_CERTIFICATE_HEADERS = \[([^]*?)\]/.exec(readText('libs/config/src/settings.ts')) ?? [];
  const known = [...list.matchAll(/'([\w-]+)'/g)].map(([, header = '']) => header);
  const named = getTableRows(getSection(MTLS, '## If it fails')).map(([cell = '']) => cell);

  expect(named.filter((cell) => reasons.includes(cell))).toEqual(reasons.filter((reason) => reason.endsWith('-certificate')));
  const headers = getTableRows(getSection(MTLS, '## Which header')).map(([header]) => header);
  expect(headers.toSorted()).toEqual(known.toSorted());
});

interface EnvoyConfiguration {
  static_resources: { listeners: { filter_chains: { filters: { typed_config: Record<string, unknown> }[] }[] }[] };
}

interface TraefikConfiguration {
  http: { routers: Record<string, { middlewares: string[] }>; middlewares: { 'remove-certificate': { headers: object } } };
}

it("docs/integrate/mtls.md makes Envoy and Traefik replace or remove a client's header at every host", () => {
  const [envoy, traefik] = getCodeBlocks(MTLS, 'yaml').map((block) => load(block)) as [EnvoyConfiguration, TraefikConfiguration];

  const managers = envoy.static_resources.listeners.flatMap((listener) => listener.filter_chains.flatMap(({ filters }) => filters));
  expect(managers).toHaveLength(2);
  for (const { typed_config: manager } of managers)
    expect(manager).toMatchObject({ forward_client_cert_details: 'SANITIZE_SET', set_current_client_cert_details: { cert: true } });
  expect(Object.values(traefik.http.routers).map(({ middlewares }) => middlewares[0])).toEqual([
    'remove-certificate',
    'remove-certificate',
  ]);
  expect(traefik.http.middlewares['remove-certificate'].headers).toEqual({
    customRequestHeaders: { 'X-Forwarded-Tls-Client-Cert': '', 'X-SSL-Client-Verify': '' },
  });
});
