import { DISTINGUISHED_NAME_TYPES } from '@latchkey/oauth';

/**
 * The rules for strings as ECMA-262 patterns for the OpenAPI document. The rules themselves are functions with messages; a test compares
 * the two. Descriptions state what a pattern cannot express (that a port or an address exists, half of a surrogate pair).
 */

const CONTROL_CHARACTERS = String.raw`\u0000-\u001f\u007f-\u009f`;
const SCOPE_TOKEN_CHARACTERS = '[!#-\\[\\]-~]+';
const URI_CHARACTER = "(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})";
const URI_PATH_CHARACTER = "(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})";
const HOST = String.raw`(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?|\[[0-9A-Fa-f:]+\])`;
const PORT = '(?::[0-9]*)?';
const LOOPBACK = String.raw`(?:(?:[A-Za-z0-9_-]+\.)*${createCaseInsensitivePattern('localhost')}|127(?:\.[0-9]{1,3}){3}|\[::1\])`;
const SECURE_ORIGIN = `(?:${createCaseInsensitivePattern('https')}://${HOST}|${createCaseInsensitivePattern('http')}://${LOOPBACK})${PORT}`;
/** RFC 8252 section 7.1: named after a domain, and without a user before the host, if it has one. */
const PRIVATE_USE_URI = String.raw`[A-Za-z][A-Za-z0-9+-]*(?:\.[A-Za-z0-9+-]+)+:(?!$)(?!//[^/?]*[@*])${URI_CHARACTER}*`;

/** Scheme and host are case-insensitive. */
function createCaseInsensitivePattern(word: string): string {
  return [...word].map((letter) => (/[a-z]/.test(letter) ? `[${letter.toUpperCase()}${letter}]` : letter)).join('');
}

/** Strings without control characters. @param length as a quantifier */
export const createTextPattern = (length = '*'): string => `^[^${CONTROL_CHARACTERS}]${length}$`;
/** Strings with a visible character. */
export const VISIBLE_TEXT = String.raw`^[^${CONTROL_CHARACTERS}]*[^\s${CONTROL_CHARACTERS}][^${CONTROL_CHARACTERS}]*$`;
export const TEXT_WITHOUT_NUL = String.raw`^[^\u0000]*$`;
export const VISIBLE_ASCII = '^[ -~]+$';

/** RFC 6749 section 3.3. */
export const SCOPE = `^${SCOPE_TOKEN_CHARACTERS}(?: ${SCOPE_TOKEN_CHARACTERS})*$`;
export const SCOPE_TOKEN = `^${SCOPE_TOKEN_CHARACTERS}$`;

/** https, or http on loopback. */
export const WEB_REDIRECT_URI = `^${SECURE_ORIGIN}(?:[/?]${URI_CHARACTER}*)?$`;
export const REDIRECT_URI = `^(?:${SECURE_ORIGIN}(?:[/?]${URI_CHARACTER}*)?|${PRIVATE_USE_URI})$`;
export const ISSUER = `^${SECURE_ORIGIN}(?:/${URI_PATH_CHARACTER}*)?$`;
export const HTTPS_URI = `^${createCaseInsensitivePattern('https')}://${HOST}${PORT}(?:[/?]${URI_CHARACTER}*)?$`;
/** Also for a magic link, whose scheme is in lower case. */
export const WEB_REDIRECT_URI_WITHOUT_QUERY = `^(?:https://${HOST}|http://${LOOPBACK})${PORT}(?:/${URI_PATH_CHARACTER}*)?$`;
const WEB_URI_WITHOUT_HOST = `${createCaseInsensitivePattern('http')}[Ss]?:(?!//(?:[^@/?]*@)?${HOST}${PORT}(?:[/?]|$))`;
/** RFC 3986 section 4.3: any scheme, no fragment; a web URI names its host. */
export const ABSOLUTE_URI = `^(?!${WEB_URI_WITHOUT_HOST})[A-Za-z][A-Za-z0-9+.-]*:(?!$)(?://(?:[A-Za-z0-9._~!$&'()*+,;=:@\\[\\]-]|%[0-9A-Fa-f]{2})*)?${URI_CHARACTER}*$`;
/** RFC 6454 section 6.2, as browsers send it: in lower case, without the scheme's default port. */
const WEB_ORIGIN_BODY = String.raw`(?!https.*:443$)(?!http:.*:80$)https?://(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:]+\])(?::[1-9][0-9]{0,4})?`;
export const WEB_ORIGIN = `^${WEB_ORIGIN_BODY}$`;
const EXTENSION_ID = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';
/** The origin of a web page, a hybrid application or a browser extension. */
export const ORIGIN = `^(?:${WEB_ORIGIN_BODY}|capacitor://localhost|ionic://localhost|chrome-extension://[a-p]{32}|(?:moz|safari-web)-extension://${EXTENSION_ID})$`;

/** `localhost`, or a name of at least two labels, before its conversion to ASCII: UTS 46 accepts other full stops too. */
export const DOMAIN_NAME = String.raw`^(?:${createCaseInsensitivePattern('localhost')}|[^\s/\\?#@:%\[\]]+[.\u3002\uff0e\uff61][^\s/\\?#@:%\[\]]+)$`;

const YEAR = '(?:[1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])';
const MONTH_AND_DAY = '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))';
const LEAP_YEAR = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
/** A year, or an existing day; the year 0000 stands for no year. */
export const BIRTHDATE = `^(?:${YEAR}|[0-9]{4}-${MONTH_AND_DAY}|${LEAP_YEAR}-02-29)$`;
export const WEB_URL = `^${createCaseInsensitivePattern('http')}[Ss]?://${URI_CHARACTER.replace('[', String.raw`[#\[\]`)}+$`;
export const E164 = String.raw`^\+[1-9][0-9]{1,14}$`;
const MAIL_CHARACTER = String.raw`[^\s${CONTROL_CHARACTERS}"(),:;<>@\[\]\\]`;
export const EMAIL_ADDRESS = `^${MAIL_CHARACTER}{1,64}@${MAIL_CHARACTER}{1,255}$`;
export const TIME_ZONE = '^[A-Za-z][A-Za-z0-9_+/-]*$';
export const LANGUAGE_TAG = '^[A-Za-z0-9]{1,8}(?:-[A-Za-z0-9]{1,8})*$';

/** A string of RFC 9651, or its content without quotes. */
export const IDEMPOTENCY_KEY = String.raw`^(?:"[!#-\[\]-~]{1,255}"|[!#-\[\]-~]{1,255})$`;

/** If-Match and If-None-Match: RFC 9110 sections 8.8.3 and 5.6.1.2, in ASCII. */
const ENTITY_TAG = '(?:W/)?"[!#-~]*"';
export const ENTITY_TAGS = String.raw`^(?:\*|[ \t,]*${ENTITY_TAG}(?:[ \t]*,[ \t,]*${ENTITY_TAG})*(?:[ \t]*,)*[ \t]*)$`;

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const IPV4 = String.raw`${OCTET}(?:\.${OCTET}){3}`;
const GROUP = '[0-9A-Fa-f]{1,4}';
/** The last 32 bits, which may be written as an IPv4 address: RFC 4291 section 2.2. */
const LAST_GROUPS = `(?:${GROUP}:${GROUP}|${IPV4})`;
/** Keyed by the number of groups before `::`. */
const SHORTENED = [0, 1, 2, 3, 4, 5, 6, 7].map((count) => createShortenedPattern(count));
export const IP_ADDRESS = `^(?:${IPV4}|(?:${GROUP}:){6}${LAST_GROUPS}|${SHORTENED.join('|')})$`;

function createShortenedPattern(before: number): string {
  const start = before === 0 ? '' : `${GROUP}(?::${GROUP}){${before - 1}}`;
  const left = 7 - before;
  const ends = [
    ...(left >= 1 ? [`(?:${GROUP}(?::${GROUP}){0,${left - 1}})?`] : []),
    ...(left >= 2 ? [`(?:${GROUP}:){0,${left - 2}}${IPV4}`] : []),
  ];
  return ends.length === 0 ? `${start}::` : `${start}::(?:${ends.join('|')})`;
}

const DN_TYPE = String.raw`(?:${DISTINGUISHED_NAME_TYPES.map(createCaseInsensitivePattern).join('|')}|[0-2](?:\.(?:0|[1-9][0-9]*))+)`;
const DN_ESCAPE = String.raw`\\(?:[\\"+,;<> #=]|[0-9A-Fa-f]{2})`;
const DN_VALUE = String.raw`(?: *#(?:[0-9A-Fa-f]{2})+|(?! *#)(?:[^\\"+,;<>\u0000]|${DN_ESCAPE})*)`;
const DN_ATTRIBUTE = ` *${DN_TYPE} *=${DN_VALUE} *`;
/** RFC 4514 section 3. The description states that escaped bytes are UTF-8, and bytes after # an ASN.1 string. */
export const DISTINGUISHED_NAME = `^${DN_ATTRIBUTE}(?:[,+]${DN_ATTRIBUTE})*$`;

/** An existing day since 1970. */
export const DATE_SINCE_1970 = `^(?:(?:19[7-9][0-9]|[2-9][0-9]{3})-${MONTH_AND_DAY}|(?!(?:0|1[0-8]|19[0-6]))${LEAP_YEAR}-02-29)$`;
/** Names without invisible or unassigned characters. */
export const ASSIGNED_TEXT = String.raw`^\P{C}{1,128}$`;
