import type { CredentialSummary } from '@latchkey/persistence';
import { getAssurance, isFederated, meetsAcr, type Acr, type Method } from '../../assurance/assurance.js';

/** How far a person has come within one authorization request. */
export interface CompletedMethods {
  /** In which ways they have shown who they are. */
  methods: readonly Method[];
}

/** What a user has set up. */
export interface EnrolledMethods {
  passkeys: boolean;
  totp: boolean;
  recoveryCodes: boolean;
}

/** What people can set up by themselves. */
export type Enrollable = 'passkey' | 'totp';

export function toEnrolledMethods({ passkeys, authenticatorApp, recoveryCodes }: CredentialSummary): EnrolledMethods {
  return { passkeys: passkeys > 0, totp: authenticatorApp, recoveryCodes: recoveryCodes > 0 };
}

/**
 * What is asked of a person next.
 *
 * - `sign-in`: who they are, in any way that is left. Of whom a provider vouches for nothing else is asked here.
 * - `second-step`: one of these further methods.
 * - `enrol`: to set up one of these, since nothing that they have is good enough.
 * - `done`: nothing.
 */
export type Step =
  { kind: 'sign-in' } | { kind: 'second-step'; methods: Method[] } | { kind: 'enrol'; methods: Enrollable[] } | { kind: 'done' };

const SECOND_STEP_METHODS: readonly Method[] = ['passkey', 'totp', 'recovery-code', 'email-link', 'text-link'];
const CODE_METHODS: readonly Method[] = ['totp', 'recovery-code'];

/** @param required the least class of the sign-in: see computeRequiredAcr */
export function determineNextStep({ methods }: CompletedMethods, required: Acr, enrolled: EnrolledMethods): Step {
  if (methods.length === 0) return { kind: 'sign-in' };
  if (meetsAcr(getAssurance(methods).acr, required)) return { kind: 'done' };
  if (methods.some(isFederated)) return { kind: 'sign-in' };
  const secondFactors = SECOND_STEP_METHODS.filter(
    (method) => isAvailable(enrolled, method) && satisfiesAcrWith(methods, method, required),
  );
  if (secondFactors.length > 0) return { kind: 'second-step', methods: secondFactors };
  const requiredFactors = requiredFactorsBeforeEnrolment(methods, enrolled);
  return requiredFactors.length > 0
    ? { kind: 'second-step', methods: requiredFactors }
    : { kind: 'enrol', methods: listSufficientEnrolments(required) };
}

/**
 * What somebody has to show before they may set anything up. Whoever has a passkey has to use it, and whoever has codes one of them, else
 * a mailbox alone would be the way around both.
 */
export function requiredFactorsBeforeEnrolment(methods: readonly Method[], enrolled: EnrolledMethods): Method[] {
  if (enrolled.passkeys && !methods.includes('passkey')) return ['passkey'];
  if (methods.some((method) => CODE_METHODS.includes(method) || method === 'passkey')) return [];
  return CODE_METHODS.filter((method) => isAvailable(enrolled, method));
}

/** What is worth setting up for somebody who came by a link, so that the next sign-in needs none. */
export function listOfferedEnrolments(methods: readonly Method[], enrolled: EnrolledMethods): Enrollable[] {
  if (enrolled.passkeys || requiredFactorsBeforeEnrolment(methods, enrolled).length > 0) return [];
  return enrolled.totp ? ['passkey'] : ['passkey', 'totp'];
}

function satisfiesAcrWith(methods: readonly Method[], method: Method, required: Acr): boolean {
  return meetsAcr(getAssurance([...methods, method]).acr, required);
}

/** Links need nothing but an address, and whether there is one is not told. */
function isAvailable(enrolled: EnrolledMethods, method: Method): boolean {
  if (method === 'passkey') return enrolled.passkeys;
  if (method === 'totp') return enrolled.totp;
  return method === 'recovery-code' ? enrolled.recoveryCodes : true;
}

/** What somebody may set up to come in after all. */
function listSufficientEnrolments(required: Acr): Enrollable[] {
  return required === 'phr' ? ['passkey'] : ['passkey', 'totp'];
}

/** Whether a method may be the first one: what no further step could complete is not offered. */
export function canBeFirstStep(method: Method, required: Acr): boolean {
  return required !== 'phr' || !CODE_METHODS.includes(method);
}
