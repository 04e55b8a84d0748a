import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { claimsOf } from './fake-identity-provider.js';

/** A JWT without its last part: RFC 7515 section 3.1. */
export function createUnsignedToken(header: object, claims: object): string {
  return [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}

/** The claims of an ID token, signed with the client secret. */
export function signWithHmac(idToken: string, secret: string): string {
  const input = createUnsignedToken({ alg: 'HS256' }, claimsOf(idToken));
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/** Starts an answer that never ends. */
export function drip(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
  const drops = setInterval(() => response.write(' '), 200);
  response.once('close', () => clearInterval(drops));
}

/** An ID token about another user, with the original signature. */
export function tamperWithToken(token: string): string {
  const [head, , signature] = token.split('.');
  return `${head}.${Buffer.from(JSON.stringify({ ...claimsOf(token), sub: 'joe' })).toString('base64url')}.${signature}`;
}
