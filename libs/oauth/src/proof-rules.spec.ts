import { describe, expect, it } from '@jest/globals';
import { findProofViolation, type ProofRules } from './proof-rules.js';

const NOW = 1_800_000_000;
const HEADER = { typ: 'dpop+jwt', alg: 'ES256', jwk: {} };
const CLAIMS = { jti: 'one', htm: 'GET', htu: 'https://acme.example.com/ssf/stream', iat: NOW, ath: 'hash' };
const RULES: ProofRules = {
  method: 'GET',
  urls: ['https://acme.example.com/ssf/stream', 'https://mtls.acme.example.com/ssf/stream'],
  accessTokenHash: 'hash',
  now: NOW * 1_000,
  isNonceValid: (nonce) => nonce === 'ours',
};

const violationOf = (claims: object, header = {}): string | undefined =>
  findProofViolation({ header: { ...HEADER, ...header }, claims: { ...CLAIMS, ...claims } }, RULES)?.code;

describe('findProofViolation', () => {
  it.each<[string, object, object]>([
    ['exactly as it should be', {}, {}],
    ['for the other address', { htu: 'https://mtls.acme.example.com/ssf/stream' }, {}],
    ['with a query', { htu: `${CLAIMS.htu}?stream_id=1` }, {}],
    ['with a fragment', { htu: `${CLAIMS.htu}#top` }, {}],
    ['with capitals and the default port', { htu: 'HTTPS://ACME.EXAMPLE.COM:443/ssf/stream' }, {}],
    ['with encoded letters', { htu: 'https://acme.example.com/s%73f/%73tream' }, {}],
    ['with a dot segment', { htu: 'https://acme.example.com/./ssf/stream' }, {}],
    ['with nbf and exp', { nbf: NOW, exp: NOW + 1 }, {}],
    ['of a clock that is ahead', { iat: NOW + 60, nbf: NOW + 60 }, {}],
    ['of five minutes ago', { iat: NOW - 300 }, {}],
    ['of an hour ago with a nonce', { iat: NOW - 3_600, nonce: 'ours' }, {}],
    ['with the whole media type', {}, { typ: 'application/DPOP+jwt' }],
  ])('accepts a proof %s', (_what, claims, header) => {
    expect(violationOf(claims, header)).toBeUndefined();
  });

  it.each<[string, object, object]>([
    ['of another typ', {}, { typ: 'jwt' }],
    ['of no typ', {}, { typ: undefined }],
    ['of RS256', {}, { alg: 'RS256' }],
    ['with crit', {}, { crit: ['exp'] }],
    ['without a key', {}, { jwk: undefined }],
    ['without jti', { jti: undefined }, {}],
    ['with an empty jti', { jti: '' }, {}],
    ['for another method', { htm: 'get' }, {}],
    ['for another path', { htu: 'https://acme.example.com/ssf/Stream' }, {}],
    ['with an encoded slash', { htu: 'https://acme.example.com/ssf%2Fstream' }, {}],
    ['for another port', { htu: 'https://acme.example.com:8443/ssf/stream' }, {}],
    ['for another scheme', { htu: 'http://acme.example.com/ssf/stream' }, {}],
    ['with a user in htu', { htu: 'https://user@acme.example.com/ssf/stream' }, {}],
    ['with an htu that is no URL', { htu: '/ssf/stream' }, {}],
    ['with an htu that is no text', { htu: ['https://acme.example.com/ssf/stream'] }, {}],
    ['without ath', { ath: undefined }, {}],
    ['without iat', { iat: undefined }, {}],
    ['with an iat that is no number', { iat: String(NOW) }, {}],
    ['from the future', { iat: NOW + 61 }, {}],
    ['from the far future, without a nonce', { iat: NOW + 86_400 }, {}],
    ['from the future, with a nonce', { iat: NOW + 61, nonce: 'ours' }, {}],
    ['that is not valid yet', { nbf: NOW + 61 }, {}],
    ['that has expired', { exp: NOW }, {}],
    ['with an exp that is no number', { exp: 'never' }, {}],
    ['with a nonce that is no text', { nonce: 1 }, {}],
    ['for another address, with an old iat', { htu: 'https://a.example', iat: NOW - 400 }, {}],
  ])('rejects a proof %s', (_what, claims, header) => {
    expect(violationOf(claims, header)).toBe('invalid_dpop_proof');
  });

  it.each([{ iat: NOW - 301 }, { nonce: 'theirs' }, { iat: NOW + 5, nonce: 'theirs' }])(
    'requests a nonce for a proof with %j',
    (claims) => {
      expect(violationOf(claims)).toBe('use_dpop_nonce');
    },
  );
});
