import { expect, it } from '@jest/globals';
import { getSection, getTableRows, readText } from '../support/pages.js';

const ERRORS = 'apps/auth/src/client-authentication/client-authentication.error.ts';
const [, union = ''] = /type AuthenticationFailureReason =([^]*?);/.exec(readText(ERRORS)) ?? [];
const reasons = [...union.matchAll(/'([\w-]+)'/g)].map(([, reason = '']) => reason);

it('docs/client-authentication.md explains every reason that the log of a domain can have, in the order of the code', () => {
  const documented = getTableRows(getSection('docs/client-authentication.md', '## When authentication fails')).map(([reason]) => reason);

  expect(reasons).toContain('unknown-client');
  expect(documented).toEqual(reasons.filter((reason) => reason !== 'unknown-client'));
});

it('docs/integrate/kubernetes.md explains reasons that exist', () => {
  const rows = getTableRows(getSection('docs/integrate/kubernetes.md', '## If it fails'));
  const named = rows.flatMap(([cell = '']) => cell.replaceAll('`', '').split(', '));

  expect(named.filter((reason) => reason !== 'no entry at all' && !reasons.includes(reason))).toEqual([]);
});

it('docs/client-authentication.md quotes sentences that the auth server says to clients of profile FAPI2', () => {
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
