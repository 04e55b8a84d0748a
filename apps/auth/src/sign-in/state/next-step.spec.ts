import { describe, expect, it } from '@jest/globals';
import type { Acr, Method } from '../../assurance/assurance.js';
import { canBeFirstStep, determineNextStep, requiredFactorsBeforeEnrolment, type EnrolledMethods, type Step } from './next-step.js';

const ONE_FACTOR = 'urn:latchkey:acr:one-factor';
const TWO_STEP = 'urn:latchkey:acr:two-step';

const NOTHING_ENROLLED: EnrolledMethods = { passkeys: false, totp: false, recoveryCodes: false };
const PASSKEY: EnrolledMethods = { ...NOTHING_ENROLLED, passkeys: true };
const CODES: EnrolledMethods = { ...NOTHING_ENROLLED, totp: true, recoveryCodes: true };

const SIGN_IN: Step = { kind: 'sign-in' };
const DONE: Step = { kind: 'done' };
const second = (...methods: Method[]): Step => ({ kind: 'second-step', methods });
const enrol = (...methods: ('passkey' | 'totp')[]): Step => ({ kind: 'enrol', methods });

describe('determineNextStep', () => {
  it.each<[Method[], Acr, EnrolledMethods, Step]>([
    [[], '0', CODES, SIGN_IN],
    [[], 'phr', PASSKEY, SIGN_IN],
    [['email-link'], '0', NOTHING_ENROLLED, DONE],
    [['totp'], '0', CODES, DONE],
    [['passkey'], 'phr', PASSKEY, DONE],
    [['provider'], '0', NOTHING_ENROLLED, DONE],
    [['provider-phr'], 'phr', NOTHING_ENROLLED, DONE],
    [['provider-two-step'], TWO_STEP, NOTHING_ENROLLED, DONE],
    [['provider-one-factor'], TWO_STEP, NOTHING_ENROLLED, SIGN_IN],
    [['provider'], 'phr', { ...CODES, passkeys: true }, SIGN_IN],
    [['passkey'], TWO_STEP, PASSKEY, DONE],
    [['totp'], ONE_FACTOR, CODES, DONE],
    [['email-link'], ONE_FACTOR, CODES, second('totp', 'recovery-code')],
    [['email-link'], TWO_STEP, CODES, second('totp', 'recovery-code')],
    [['text-link'], TWO_STEP, { ...CODES, passkeys: true }, second('passkey', 'totp', 'recovery-code')],
    [['email-link', 'totp'], TWO_STEP, CODES, DONE],
    [['link', 'recovery-code'], TWO_STEP, CODES, DONE],
    [['totp'], TWO_STEP, CODES, second('email-link', 'text-link')],
    [['totp', 'recovery-code'], TWO_STEP, CODES, second('email-link', 'text-link')],
    [['email-link'], TWO_STEP, NOTHING_ENROLLED, enrol('passkey', 'totp')],
    [['email-link'], TWO_STEP, PASSKEY, second('passkey')],
    [['email-link'], 'phr', NOTHING_ENROLLED, enrol('passkey')],
    [['email-link'], 'phr', CODES, second('totp', 'recovery-code')],
    [['email-link', 'recovery-code'], 'phr', CODES, enrol('passkey')],
    [['totp'], 'phr', CODES, enrol('passkey')],
    [['email-link', 'totp'], 'phr', CODES, enrol('passkey')],
    [['email-link'], 'phr', PASSKEY, second('passkey')],
    [['totp'], 'phr', { ...CODES, passkeys: true }, second('passkey')],
  ])('after %j, if %s is required, for %j', (methods, required, enrolled, step) => {
    expect(determineNextStep({ methods }, required, enrolled)).toEqual(step);
  });

  it('never lets a user with a passkey enrol another one to bypass it', () => {
    const links: Method[] = ['email-link', 'text-link', 'link'];
    const steps = links.flatMap((link) => [
      determineNextStep({ methods: [link] }, 'phr', PASSKEY),
      determineNextStep({ methods: [link] }, TWO_STEP, PASSKEY),
    ]);
    expect(steps.filter(({ kind }) => kind === 'enrol')).toEqual([]);
  });
});

describe('requiredFactorsBeforeEnrolment', () => {
  it.each<[Method[], EnrolledMethods, Method[]]>([
    [['email-link'], NOTHING_ENROLLED, []],
    [['email-link'], PASSKEY, ['passkey']],
    [['email-link'], CODES, ['totp', 'recovery-code']],
    [['email-link'], { ...NOTHING_ENROLLED, recoveryCodes: true }, ['recovery-code']],
    [['email-link', 'totp'], CODES, []],
    [['link', 'recovery-code'], { ...CODES, passkeys: true }, ['passkey']],
    [['passkey'], { ...CODES, passkeys: true }, []],
  ])('after %j, for %j: %j', (methods, enrolled, owed) => {
    expect(requiredFactorsBeforeEnrolment(methods, enrolled)).toEqual(owed);
  });
});

describe('canBeFirstStep', () => {
  it.each<[Method, Acr, boolean]>([
    ['totp', '0', true],
    ['totp', TWO_STEP, true],
    ['totp', 'phr', false],
    ['recovery-code', 'phr', false],
    ['email-link', 'phr', true],
    ['passkey', 'phr', true],
  ])('returns for %s if %s is required: %s', (method, required, offered) => {
    expect(canBeFirstStep(method, required)).toBe(offered);
  });
});
