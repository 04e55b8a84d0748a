import { describe, expect, it } from '@jest/globals';
import type { TrustedProxies } from '@latchkey/config';
import type { IncomingMessage } from 'node:http';
import { OriginalRequestService } from './original-request.service.js';

const FORWARDED = {
  'x-forwarded-method': 'POST',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'orders.example.com:8443',
  'x-forwarded-uri': '/orders?page=2',
};
const TARGET = { method: 'POST', urls: ['https://orders.example.com:8443/orders?page=2'] };

function find(headers: IncomingMessage['headers'], trusted: TrustedProxies = ['10.0.0.7']) {
  const request = { headers, socket: { remoteAddress: '10.0.0.7' } } as IncomingMessage;
  return new OriginalRequestService({ TRUST_PROXY: trusted }).find(request);
}

describe('OriginalRequestService', () => {
  it('finds the request that a trusted gateway asks about', () => {
    expect([find(FORWARDED), find(FORWARDED, 1)]).toEqual([TARGET, TARGET]);
  });

  it('ignores the headers of a peer that is no trusted proxy', () => {
    expect([find(FORWARDED, ['10.0.0.8']), find(FORWARDED, 0)]).toEqual([null, null]);
  });

  it('ignores the headers that every proxy sets', () => {
    expect(find({ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'auth.example.com', 'x-forwarded-for': '192.0.2.1' })).toBeNull();
  });

  it.each(Object.keys(FORWARDED))('accepts no proof if %s is missing', (name) => {
    expect(find({ ...FORWARDED, [name]: undefined })).toEqual({ method: '', urls: [] });
  });
});
