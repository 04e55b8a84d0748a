import { describe, expect, it } from '@jest/globals';
import type { Acr, Method } from '../assurance/assurance.js';
import { isOpening, nextStep, owedBeforeEnrolment, type Enrolled, type Step } from './next-step.js';

const ONE = 'urn:latchkey:acr:one-factor';
const TWO = 'urn:latchkey:acr:two-step';

const NOTHING: Enrolled = { passkeys: false, totp: false, recoveryCodes: false };
const PASSKEY: Enrolled = { ...NOTHING, passkeys: true };
const CODES: Enrolled = { ...NOTHING, totp: true, recoveryCodes: true };

const SIGN_IN: Step = { kind: 'sign-in' };
const DONE: Step = { kind: 'done' };
const second = (...methods: Method[]): Step => ({ kind: 'second-step', methods });
const enrol = (...methods: ('passkey' | 'totp')[]): Step => ({ kind: 'enrol', methods });

describe('the next step', () => {
  it.each<[Method[], Acr, Enrolled, Step]>([
    [[], '0', CODES, SIGN_IN],
    [[], 'phr', PASSKEY, SIGN_IN],
    [['email-link'], '0', NOTHING, DONE],
    [['totp'], '0', CODES, DONE],
    [['passkey'], 'phr', PASSKEY, DONE],
    [['provider'], '0', NOTHING, DONE],
    [['provider-phr'], 'phr', NOTHING, DONE],
    [['provider-two-step'], TWO, NOTHING, DONE],
    [['provider-one-factor'], TWO, NOTHING, SIGN_IN],
    [['provider'], 'phr', { ...CODES, passkeys: true }, SIGN_IN],
    [['passkey'], TWO, PASSKEY, DONE],
    [['totp'], ONE, CODES, DONE],
    [['email-link'], ONE, CODES, second('totp', 'recovery-code')],
    [['email-link'], TWO, CODES, second('totp', 'recovery-code')],
    [['text-link'], TWO, { ...CODES, passkeys: true }, second('passkey', 'totp', 'recovery-code')],
    [['email-link', 'totp'], TWO, CODES, DONE],
    [['link', 'recovery-code'], TWO, CODES, DONE],
    [['totp'], TWO, CODES, second('email-link', 'text-link')],
    [['totp', 'recovery-code'], TWO, CODES, second('email-link', 'text-link')],
    [['email-link'], TWO, NOTHING, enrol('passkey', 'totp')],
    [['email-link'], TWO, PASSKEY, second('passkey')],
    [['email-link'], 'phr', NOTHING, enrol('passkey')],
    [['email-link'], 'phr', CODES, second('totp', 'recovery-code')],
    [['email-link', 'recovery-code'], 'phr', CODES, enrol('passkey')],
    [['totp'], 'phr', CODES, enrol('passkey')],
    [['email-link', 'totp'], 'phr', CODES, enrol('passkey')],
    [['email-link'], 'phr', PASSKEY, second('passkey')],
    [['totp'], 'phr', { ...CODES, passkeys: true }, second('passkey')],
  ])('after %j, where %s is needed, for %j', (methods, required, enrolled, step) => {
    expect(nextStep({ methods }, required, enrolled)).toEqual(step);
  });

  it('never lets somebody with a passkey set up another one to get past it', () => {
    const links: Method[] = ['email-link', 'text-link', 'link'];
    const steps = links.flatMap((link) => [nextStep({ methods: [link] }, 'phr', PASSKEY), nextStep({ methods: [link] }, TWO, PASSKEY)]);
    expect(steps.filter(({ kind }) => kind === 'enrol')).toEqual([]);
  });
});

describe('what is owed before anything is set up', () => {
  it.each<[Method[], Enrolled, Method[]]>([
    [['email-link'], NOTHING, []],
    [['email-link'], PASSKEY, ['passkey']],
    [['email-link'], CODES, ['totp', 'recovery-code']],
    [['email-link'], { ...NOTHING, recoveryCodes: true }, ['recovery-code']],
    [['email-link', 'totp'], CODES, []],
    [['link', 'recovery-code'], { ...CODES, passkeys: true }, ['passkey']],
    [['passkey'], { ...CODES, passkeys: true }, []],
  ])('after %j, for %j: %j', (methods, enrolled, owed) => {
    expect(owedBeforeEnrolment(methods, enrolled)).toEqual(owed);
  });
});

describe('the first method', () => {
  it.each<[Method, Acr, boolean]>([
    ['totp', '0', true],
    ['totp', TWO, true],
    ['totp', 'phr', false],
    ['recovery-code', 'phr', false],
    ['email-link', 'phr', true],
    ['passkey', 'phr', true],
  ])('%s where %s is needed: %s', (method, required, offered) => {
    expect(isOpening(method, required)).toBe(offered);
  });
});
