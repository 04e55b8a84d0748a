import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { ClientAddressService } from './client-address.service.js';

const PROXY = '10.0.0.7';

function countryOf(country: string, { peer = PROXY, forwarded = '203.0.113.77' as string | null, header = 'cf-ipcountry' as const } = {}) {
  const service = new ClientAddressService({ TRUST_PROXY: [PROXY], COUNTRY_HEADER: header });
  const headers = { 'cf-ipcountry': country, ...(forwarded !== null && { 'x-forwarded-for': forwarded }) };
  return service.countryOf({ headers, socket: { remoteAddress: peer } } as unknown as IncomingMessage);
}

describe('the country of a client', () => {
  it.each([
    ['PT', 'PT'],
    ['XX', null],
    ['T1', null],
    ['pt', null],
    ['<b>', null],
    ['PRT', null],
  ])('that a trusted proxy sends as %s is %s', (sent, country) => {
    expect(countryOf(sent)).toBe(country);
  });

  it('counts from trusted proxies only', () => {
    expect([countryOf('PT', { peer: '198.51.100.1' }), countryOf('PT', { forwarded: null })]).toEqual([null, null]);
  });
});
