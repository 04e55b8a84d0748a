import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import type { CachedClient } from '../client/cached-client.js';
import { allowsOrigin, createEarlyCorsHeaders } from './cors.js';

const requestOf = (url: string, origin?: string) => ({ url, headers: { origin } }) as unknown as IncomingMessage;

describe('createCorsHeaders', () => {
  it.each([
    ['https://app.example.com', true],
    ['https://app.example.com.evil.example', false],
    ['http://app.example.com', false],
    ['null', false],
  ])('decides about the origin %s: %s', (origin, isAllowed) => {
    const client = { client: { allowedOrigins: ['https://app.example.com'] } } as unknown as CachedClient;

    expect(allowsOrigin(client, requestOf('/connect/token', origin))).toBe(isAllowed);
  });
});

describe('CORS headers of early rejections', () => {
  const expose = { 'Access-Control-Expose-Headers': 'DPoP-Nonce, Retry-After, WWW-Authenticate, X-Request-Id' };

  it('allow the origin of a request for a CORS endpoint', () => {
    const expected = { Vary: 'Origin', 'Access-Control-Allow-Origin': 'https://a.example', ...expose };

    expect(createEarlyCorsHeaders(requestOf('/connect/token?x=1', 'https://a.example'))).toEqual(expected);
  });

  it('allow no origin at a URL that browsers navigate to', () => {
    expect(createEarlyCorsHeaders(requestOf('/connect/authorize', 'https://a.example'))).toEqual({});
  });

  it('allow every origin if the request is unreadable', () => {
    expect(createEarlyCorsHeaders(null)).toEqual({ 'Access-Control-Allow-Origin': '*', ...expose });
  });
});
