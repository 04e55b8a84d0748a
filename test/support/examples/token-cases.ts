import type { TokenIssuer } from './token-issuer.js';

/** What is wrong with a request to `/orders`, the method, the token that it shows, and the refusal. */
export type TokenCase = [
  title: string,
  method: 'GET' | 'DELETE',
  token: (issuer: TokenIssuer) => Promise<string> | string | null,
  status: number,
  challenge: string,
];

const INVALID = 'Bearer error="invalid_token"';
const past = () => Math.floor(Date.now() / 1_000) - 3_600;

/** What an API must refuse: RFC 9068 section 4, RFC 6750 section 3.1. */
export const REFUSED_TOKENS: TokenCase[] = [
  ['no token', 'GET', () => null, 401, 'Bearer'],
  ['another text', 'GET', () => 'text', 401, INVALID],
  ['a token of another issuer', 'GET', (issuer) => issuer.sign({ claims: { iss: 'https://evil.example' } }), 401, INVALID],
  ['a token for another API', 'GET', (issuer) => issuer.sign({ claims: { aud: 'https://stock.example.com' } }), 401, INVALID],
  ['an expired token', 'GET', (issuer) => issuer.sign({ claims: { exp: past() } }), 401, INVALID],
  ['a token that does not expire', 'GET', (issuer) => issuer.sign({ claims: { exp: undefined } }), 401, INVALID],
  ['an ID token', 'GET', (issuer) => issuer.sign({ header: { typ: 'JWT' } }), 401, INVALID],
  ['a token with another signature', 'GET', (issuer) => issuer.sign({ isForged: true }), 401, INVALID],
  ['a token with an unknown key', 'GET', (issuer) => issuer.sign({ isForged: true, header: { kid: 'other' } }), 401, INVALID],
  ['a token without a signature', 'GET', (issuer) => issuer.createUnsigned(), 401, INVALID],
  ['a token that is bound to a key', 'GET', (issuer) => issuer.sign({ claims: { cnf: { jkt: 'thumbprint' } } }), 401, INVALID],
  [
    'a token without the scope',
    'GET',
    (issuer) => issuer.sign({ claims: { scope: 'readonly write' } }),
    403,
    'Bearer error="insufficient_scope", scope="read"',
  ],
  [
    'a token without any scope',
    'GET',
    (issuer) => issuer.sign({ claims: { scope: undefined } }),
    403,
    'Bearer error="insufficient_scope", scope="read"',
  ],
  [
    'a token without the role',
    'DELETE',
    (issuer) => issuer.sign({ claims: { roles: ['clerks'] } }),
    403,
    'Bearer error="insufficient_scope"',
  ],
  [
    'a token without any role',
    'DELETE',
    (issuer) => issuer.sign({ claims: { roles: undefined } }),
    403,
    'Bearer error="insufficient_scope"',
  ],
];
