import { describe, expect, it } from '@jest/globals';
import { buildRepeatedRequestUrl } from './magic-link-origin.service.js';

const DOMAIN = { issuer: 'https://id.example.com' };

function repeatedParameters(params: Record<string, unknown>): [string, string][] {
  const address = new URL(buildRepeatedRequestUrl(DOMAIN, { clientId: 'shop', redirectUri: undefined, uiLocales: undefined, params }));
  expect(`${address.origin}${address.pathname}`).toBe('https://id.example.com/connect/authorize');
  return [...address.searchParams];
}

describe('an authorization request that is made anew', () => {
  it.each<[string, Record<string, unknown>, [string, string][]]>([
    [
      'has all its parameters',
      { client_id: 'shop', state: 'a&b=c', nonce: 'é' },
      [
        ['client_id', 'shop'],
        ['state', 'a&b=c'],
        ['nonce', 'é'],
      ],
    ],
    [
      'has all its resources',
      { resource: ['https://a.example', 'https://b.example'] },
      [
        ['resource', 'https://a.example'],
        ['resource', 'https://b.example'],
      ],
    ],
    ['has no resource that it did not have', { resource: 'urn:latchkey:{all-audiences}' }, []],
    ['does not ask to sign in again', { prompt: 'login', max_age: 0 }, []],
    ['asks for consent if it did', { prompt: 'login consent' }, [['prompt', 'consent']]],
    ['has nothing that was not there', { ui_locales: undefined, claims: null }, []],
  ])('%s', (_what, params, query) => {
    expect(repeatedParameters(params)).toEqual(query);
  });
});
