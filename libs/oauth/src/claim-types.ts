import { isURL } from 'class-validator';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { findEmailAddressViolation } from './email-address.js';
import { findUsernameViolation } from './username.js';

/** @returns the error of a claim's value, or null */
type ClaimRule = (value: unknown) => string | null;

/** A rule for strings: its description, and whether a string satisfies it. */
function text(must: string, accepts: (value: string) => boolean): ClaimRule {
  return (value) => (typeof value === 'string' && accepts(value) ? null : must);
}

const anyText = text('must be a string', () => true);
const truth: ClaimRule = (value) => (typeof value === 'boolean' ? null : 'must be true or false');
const seconds: ClaimRule = (value) => (Number.isSafeInteger(value) ? null : 'must be a whole number of seconds since 1970-01-01T00:00:00Z');
const url = text('must be an absolute URL such as https://example.com/jane', isWebUrl);

export const findNameViolation = text('must be a string of at least one character', (value) => value.length > 0);

/** The claims of the scopes `profile`, `email` and `phone`: OpenID Connect Core sections 5.1 and 5.4. */
export const CLAIM_TYPES: ReadonlyMap<string, ClaimRule> = new Map([
  ['name', findNameViolation],
  ['family_name', anyText],
  ['given_name', anyText],
  ['middle_name', anyText],
  ['nickname', anyText],
  ['preferred_username', findUsernameViolation],
  ['profile', url],
  ['picture', url],
  ['website', url],
  ['gender', anyText],
  ['birthdate', text('must be an existing date: YYYY-MM-DD, 0000-MM-DD without the year, or only YYYY', isBirthdate)],
  ['zoneinfo', text('must be a time zone such as Europe/Berlin (IANA)', isTimeZone)],
  ['locale', text('must be a language tag such as en-US (BCP 47)', isLanguageTag)],
  ['updated_at', seconds],
  ['email', findEmailAddressViolation],
  ['email_verified', truth],
  ['phone_number', text('must be a phone number such as +14255551212 (E.164)', isPhoneNumber)],
  ['phone_number_verified', truth],
]);

/** Errors that browsers tolerate but RFC 3986 does not: missing slashes, other characters, percent signs that encode nothing. */
const CHARACTER = String.raw`[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2}`;
const WEB_URL = new RegExp(String.raw`^https?://(?:\[[0-9A-Fa-f:.]+\])?(?:${CHARACTER})*(?:#(?:${CHARACTER})*)?$`, 'i');

function isWebUrl(value: string): boolean {
  const options = { protocols: ['http', 'https'], require_protocol: true, require_tld: false, validate_length: false };
  return WEB_URL.test(value) && isURL(value, options) && URL.canParse(value);
}

/** @see https://www.rfc-editor.org/rfc/rfc3966 for what else a telephone number can be: extensions, separators, local ones */
function isPhoneNumber(value: string): boolean {
  const number = parsePhoneNumberFromString(value);
  return number?.number === value && number.isPossible();
}

function isBirthdate(value: string): boolean {
  if (/^\d{4}$/.test(value)) return value !== '0000';
  const date = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : new Date(NaN);
  // A day that the month does not have would become one of the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Whether a value is a time zone of the IANA database. */
export function isTimeZone(value: string): boolean {
  return !/^[+-]/.test(value) && doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: value }));
}

/**
 * Tags of RFC 5646 section 2.1 that Unicode, and therefore `Intl`, does not support: the irregular ones, a list that never grows, and
 * private use.
 */
const IRREGULAR_TAGS = new Set(
  (
    'en-gb-oed i-ami i-bnn i-default i-enochian i-hak i-klingon i-lux i-mingo i-navajo i-pwn i-tao i-tay i-tsu ' +
    'sgn-be-fr sgn-be-nl sgn-ch-de'
  ).split(' '),
);
const PRIVATE_USE_TAG = /^x(-[a-z0-9]{1,8})+$/i;

function isLanguageTag(value: string): boolean {
  return IRREGULAR_TAGS.has(value.toLowerCase()) || PRIVATE_USE_TAG.test(value) || doesNotThrow(() => Intl.getCanonicalLocales(value));
}

function doesNotThrow(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
