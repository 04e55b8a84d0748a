import { describe, expect, it } from '@jest/globals';
import { buildRepeatedRequestUrl } from './linked-authorization-request.service.js';

const DOMAIN = { issuer: 'https://id.example.com' };

const REQUEST = { clientId: 'shop', application: 'Shop', redirectUri: undefined, uiLocales: undefined, isOfDevice: false };

function repeatedParameters(params: Record<string, unknown>): [string, string][] {
  const address = new URL(buildRepeatedRequestUrl(DOMAIN, { ...REQUEST, params }));
  expect(`${address.origin}${address.pathname}`).toBe('https://id.example.com/connect/authorize');
  return [...address.searchParams];
}

describe('buildRepeatedRequestUrl', () => {
  it.each<[string, Record<string, unknown>, [string, string][]]>([
    [
      'keeps all parameters',
      { client_id: 'shop', state: 'a&b=c', nonce: 'é' },
      [
        ['client_id', 'shop'],
        ['state', 'a&b=c'],
        ['nonce', 'é'],
      ],
    ],
    [
      'keeps every resource parameter',
      { resource: ['https://a.example', 'https://b.example'] },
      [
        ['resource', 'https://a.example'],
        ['resource', 'https://b.example'],
      ],
    ],
    ['omits the placeholder for a missing resource', { resource: 'urn:latchkey:{all-audiences}' }, []],
    ['omits prompt=login and max_age', { prompt: 'login', max_age: 0 }, []],
    ['keeps prompt=consent', { prompt: 'login consent' }, [['prompt', 'consent']]],
    ['omits undefined and null parameters', { ui_locales: undefined, claims: null }, []],
  ])('repeats %s', (_rule, params, query) => {
    expect(repeatedParameters(params)).toEqual(query);
  });

  it('asks for the code of a device again', () => {
    const request = { ...REQUEST, isOfDevice: true, params: { client_id: 'tv' } };
    expect(buildRepeatedRequestUrl(DOMAIN, request)).toBe('https://id.example.com/device');
  });
});
