import { describe, expect, it } from '@jest/globals';
import { getAssurance, getLocalMethods } from './assurance.js';
import { buildUpstreamAcrValues, getFederatedMethod, type UpstreamAssurance } from './upstream-assurance.js';

const CASES: [UpstreamAssurance, string][] = [
  [{}, '0'],
  [{ acr: '0' }, '0'],
  [{ acr: '1' }, '0'],
  [{ acr: 'constructor' }, '0'],
  [{ acr: ['phr'] }, '0'],
  [{ acr: 'phr' }, 'phr'],
  [{ acr: 'phrh', amr: [] }, 'phr'],
  [{ acr: 'https://refeds.org/profile/mfa' }, 'urn:latchkey:acr:two-step'],
  [{ acr: 'urn:latchkey:acr:one-factor' }, 'urn:latchkey:acr:one-factor'],
  [{ amr: ['pwd', 'mfa'] }, 'urn:latchkey:acr:two-step'],
  [{ amr: ['pwd', 'otp'] }, 'urn:latchkey:acr:one-factor'],
  [{ amr: ['hwk'] }, 'urn:latchkey:acr:one-factor'],
  [{ amr: ['email'] }, '0'],
  [{ amr: ['sms', 'geo', 'rba'] }, '0'],
  [{ amr: 'mfa' }, '0'],
  [{ amr: [null, 7, { mfa: true }] }, '0'],
  [{ acr: 'urn:latchkey:acr:one-factor', amr: ['mfa'] }, 'urn:latchkey:acr:two-step'],
  [{ acr: 'phr', amr: ['pwd'] }, 'phr'],
];

describe('the assurance that an identity provider reports', () => {
  it.each(CASES)('derives the acr of the session from the claims %j: %s', (said, acr) => {
    expect(getAssurance([getFederatedMethod(said)])).toEqual({ acr, amr: ['federated'] });
  });

  it('does not count upstream methods as local methods', () => {
    expect(getLocalMethods(getAssurance(['provider-phr']).amr)).toEqual([]);
  });
});

describe('acr_values of an upstream request', () => {
  const supported = ['0', 'urn:latchkey:acr:two-step', 'phr', 'urn:example:silver', 'toString'];

  it.each([
    ['0', [], []],
    ['urn:latchkey:acr:one-factor', [], ['urn:latchkey:acr:two-step', 'phr']],
    ['urn:latchkey:acr:two-step', [], ['urn:latchkey:acr:two-step', 'phr']],
    ['phr', [], ['phr']],
    ['0', ['urn:example:silver', 'urn:example:gold'], ['urn:example:silver']],
    ['0', ['phr', 'urn:example:silver'], ['phr', 'urn:example:silver']],
    ['0', ['urn:latchkey:acr:one-factor'], ['urn:latchkey:acr:two-step', 'phr']],
    ['0', ['constructor', 'toString'], ['toString']],
    ['phr', ['urn:latchkey:acr:two-step', 'urn:example:silver'], ['phr']],
    ['urn:latchkey:acr:two-step', ['phr'], ['phr', 'urn:latchkey:acr:two-step']],
  ] as const)('with %s required and %j voluntary, requests %j', (required, wished, values) => {
    expect(buildUpstreamAcrValues({ required, voluntary: wished }, supported)).toEqual(values);
  });

  it("requests nothing if the provider's metadata does not list its values", () => {
    expect(buildUpstreamAcrValues({ required: 'phr', voluntary: ['phr'] })).toEqual([]);
  });
});
