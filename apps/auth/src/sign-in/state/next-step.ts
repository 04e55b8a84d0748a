import type { CredentialSummary } from '@latchkey/persistence';
import { getAssurance, isFederated, meetsAcr, type Acr, type Method } from '../../assurance/assurance.js';

/** The user's progress within one authorization request. */
export interface CompletedMethods {
  /** Methods that the user has completed. */
  methods: readonly Method[];
}

/** Methods that the user has set up. */
export interface EnrolledMethods {
  passkeys: boolean;
  totp: boolean;
  recoveryCodes: boolean;
}

/** Methods that users can enrol by themselves. */
export type Enrollable = 'passkey' | 'totp';

export function toEnrolledMethods({ passkeys, authenticatorApp, recoveryCodes }: CredentialSummary): EnrolledMethods {
  return { passkeys: passkeys > 0, totp: authenticatorApp, recoveryCodes: recoveryCodes > 0 };
}

/**
 * The next step of a sign-in.
 *
 * - `sign-in`: identify the user again by any other method. Users of an identity provider have no second step here.
 * - `second-step`: complete one of these further methods.
 * - `enrol`: set up one of these methods, because no existing one meets the required `acr`.
 * - `done`: no step is left.
 */
export type Step =
  { kind: 'sign-in' } | { kind: 'second-step'; methods: Method[] } | { kind: 'enrol'; methods: Enrollable[] } | { kind: 'done' };

const SECOND_STEP_METHODS: readonly Method[] = ['passkey', 'totp', 'recovery-code', 'email-link', 'text-link'];
const CODE_METHODS: readonly Method[] = ['totp', 'recovery-code'];

/** @param required the minimum `acr` of the sign-in: see computeRequiredAcr */
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
 * Factors that the user must complete before enrolment. Users with a passkey must use it, and users with recovery codes must use one.
 * Otherwise access to the mailbox would bypass both.
 */
export function requiredFactorsBeforeEnrolment(methods: readonly Method[], enrolled: EnrolledMethods): Method[] {
  // control: a user with a passkey must use it before another is enrolled
  if (enrolled.passkeys && !methods.includes('passkey')) return ['passkey'];
  if (methods.some((method) => CODE_METHODS.includes(method) || method === 'passkey')) return [];
  return CODE_METHODS.filter((method) => isAvailable(enrolled, method));
}

/** Methods to offer after a magic link, so that the next sign-in needs no link. */
export function listOfferedEnrolments(methods: readonly Method[], enrolled: EnrolledMethods): Enrollable[] {
  if (enrolled.passkeys || requiredFactorsBeforeEnrolment(methods, enrolled).length > 0) return [];
  return enrolled.totp ? ['passkey'] : ['passkey', 'totp'];
}

function satisfiesAcrWith(methods: readonly Method[], method: Method, required: Acr): boolean {
  return meetsAcr(getAssurance([...methods, method]).acr, required);
}

/** Links need only an address. Always offer them, so that the page does not reveal whether an address exists. */
function isAvailable(enrolled: EnrolledMethods, method: Method): boolean {
  if (method === 'passkey') return enrolled.passkeys;
  if (method === 'totp') return enrolled.totp;
  return method === 'recovery-code' ? enrolled.recoveryCodes : true;
}

/** Methods that the user may enrol to meet the required `acr`. */
function listSufficientEnrolments(required: Acr): Enrollable[] {
  return required === 'phr' ? ['passkey'] : ['passkey', 'totp'];
}

/** Whether a method can be the first factor. Hides methods that no further step could complete. */
export function canBeFirstStep(method: Method, required: Acr): boolean {
  return required !== 'phr' || !CODE_METHODS.includes(method);
}
