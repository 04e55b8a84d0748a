import { describe, expect, it } from '@jest/globals';
import { isRequestedSubject } from './requested-subject.js';

const hint = (sub: unknown) => `e30.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.c2ln`;
const claims = (sub: unknown) => JSON.stringify({ id_token: { sub } });

describe('isRequestedSubject', () => {
  it.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    ['a claim without a value', { claims: claims(null) }],
    ['a claim that is essential, no more', { claims: claims({ essential: true }) }],
    ['the sub at userinfo', { claims: '{"userinfo":{"sub":{"value":"bob"}}}' }],
    ['no JSON', { claims: '{' }],
    ['JSON of another kind', { claims: 'null' }],
  ])('is not restricted by %s', (_what, params) => {
    expect(isRequestedSubject(params, 'alice')).toBe(true);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a hint', { id_token_hint: hint('alice') }],
    ['a value', { claims: claims({ value: 'alice' }) }],
    ['several values', { claims: claims({ values: ['carol', 'alice'] }) }],
    ['both', { id_token_hint: hint('alice'), claims: claims({ value: 'alice' }) }],
  ])('accepts one user if requested by %s', (_how, params) => {
    expect([isRequestedSubject(params, 'alice'), isRequestedSubject(params, 'mallory')]).toEqual([true, false]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['two at once', { id_token_hint: hint('alice'), claims: claims({ value: 'bob' }) }],
    ['what is no user', { claims: claims({ value: 5 }) }],
    ['an empty list of subjects', { claims: claims({ values: [] }) }],
    ['a hint without a subject', { id_token_hint: hint(undefined) }],
  ])('accepts no user if it has %s', (_what, params) => {
    expect([isRequestedSubject(params, 'alice'), isRequestedSubject(params, 'bob')]).toEqual([false, false]);
  });
});
