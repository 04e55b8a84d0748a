import { describe, expect, it } from '@jest/globals';
import type { Policy } from '@latchkey/oauth';
import { ACR_VALUES, getAssurance, meetsAcr, getLocalMethods, computeRequiredAcr, type Method } from './assurance.js';

const ONE = 'urn:latchkey:acr:one-factor';
const TWO = 'urn:latchkey:acr:two-step';

describe('getAssurance', () => {
  it.each<[Method[], string, string[]]>([
    [[], '0', []],
    [['email-link'], '0', ['email']],
    [['text-link'], '0', ['sms']],
    [['link'], '0', ['link']],
    [['email-link', 'text-link'], '0', ['email', 'sms']],
    [['totp'], ONE, ['otp']],
    [['recovery-code'], ONE, ['recovery']],
    [['totp', 'recovery-code'], ONE, ['otp', 'recovery']],
    [['email-link', 'totp'], TWO, ['email', 'otp']],
    [['totp', 'link'], TWO, ['otp', 'link']],
    [['text-link', 'recovery-code'], TWO, ['sms', 'recovery']],
    [['passkey'], 'phr', ['pop', 'user', 'mfa']],
    [['email-link', 'passkey'], 'phr', ['email', 'pop', 'user', 'mfa']],
    [['totp', 'totp'], ONE, ['otp']],
  ])('maps the methods %j to acr %s and amr %j', (methods, acr, amr) => {
    expect(getAssurance(methods)).toEqual({ acr, amr });
  });

  it.each<Method[]>([[], ['passkey'], ['totp', 'email-link'], ['recovery-code', 'link', 'text-link']])(
    'restores the methods from the amr: %j',
    (...methods) => {
      expect(getLocalMethods(getAssurance(methods).amr).toSorted()).toEqual(methods.toSorted());
    },
  );

  it('ignores incomplete combinations of methods', () => {
    expect(getLocalMethods(['pop', 'user', 'unknown'])).toEqual([]);
  });

  it('counts a passkey as several factors only if it verified the user', () => {
    const others: Method[] = ['totp', 'recovery-code', 'email-link', 'text-link', 'link'];
    expect(getAssurance(others).amr).not.toContain('mfa');
    expect(getAssurance(others).acr).not.toBe('phr');
  });
});

describe('computeRequiredAcr', () => {
  it.each<[Policy[], string[], string]>([
    [[], [], '0'],
    [['consent', 'reauthenticate'], [], '0'],
    [['mfa'], [], TWO],
    [['phishing-resistant'], [], 'phr'],
    [['mfa', 'phishing-resistant'], [], 'phr'],
    [[], [ONE], ONE],
    [[], ['phr'], 'phr'],
    [[], ['phr', ONE], ONE],
    [['mfa'], [ONE], TWO],
    [['mfa'], ['phr'], 'phr'],
    [['phishing-resistant'], ['0'], 'phr'],
    [[], ['urn:example:unknown'], '0'],
    [[], ['urn:example:unknown', TWO], TWO],
  ])('requires the strongest of the policies %j and the acr_values %j: %s', (policies, acrValues, wanted) => {
    expect(computeRequiredAcr({ policies, acrValues })).toBe(wanted);
  });

  it('accepts the required class and every stronger one', () => {
    const met = ACR_VALUES.map((wanted) => ACR_VALUES.filter((acr) => meetsAcr(acr, wanted)).length);
    expect(met).toEqual([4, 3, 2, 1]);
  });

  it.each([undefined, '', 'urn:example:unknown', 'PHR'])('rejects %j if a stronger class is required', (acr) => {
    expect(ACR_VALUES.some((wanted) => meetsAcr(acr, wanted))).toBe(false);
  });
});
