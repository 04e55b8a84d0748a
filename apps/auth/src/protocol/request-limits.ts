import { isNestedTooDeep, MAX_JSON_DEPTH } from '@latchkey/crypto';
import { PATHS } from './endpoints.js';
import { decodeRequestClaims } from './request-object.js';

/**
 * Limits for requests to oidc-provider's endpoints. They are checked before anything else parses the query or the form, so that a rejection
 * costs almost nothing.
 */

export const MAX_PARAMETERS = 100;
export const MAX_QUERY_BYTES = 16_384;
export const MAX_FORM_BYTES = 32_768;
/** Limits the decoded names and values of an authorization request, which are stored until the user has signed in. */
const MAX_AUTHORIZATION_BYTES = 16_384;
const MAX_VALUE_BYTES: ReadonlyMap<string, number> = new Map([
  ['state', 2_048],
  ['nonce', 2_048],
  ['claims', 8_192],
]);
/** RFC 8707 section 2 allows several resources. All other parameters may occur once (RFC 6749 section 3.1). */
const REPEATABLE_PARAMETER = 'resource';
/** Parameters that are JWTs, whose header and claims oidc-provider parses. */
const JWT_PARAMETERS = new Set(['request', 'id_token_hint']);
/** Parameters that are JSON. */
const JSON_PARAMETERS = new Set(['claims', 'authorization_details']);
const STORING_ENDPOINTS = new Set<string>([PATHS.authorization, PATHS.pushedAuthorizationRequest, PATHS.deviceAuthorization]);
/** A name that is allowed in an `error_description`: RFC 6749 section 5.2. */
const PRINTABLE_NAME = /^[\w.-]{1,64}$/;

export const FORM_TOO_LONG = `the form may have at most ${MAX_FORM_BYTES} bytes`;
const QUERY_TOO_LONG = `the query may have at most ${MAX_QUERY_BYTES} bytes`;
const TOO_MANY_PARAMETERS = `a request may have at most ${MAX_PARAMETERS} parameters`;
const PARAMETERS_TOO_LONG = `the parameters may have at most ${MAX_AUTHORIZATION_BYTES} bytes together`;

/** The parameters of a request, as sent. */
export interface RequestParameters {
  path: string;
  query: string;
  /** Empty for a request without a body. */
  form: string;
}

/** @returns the limit that a request exceeds, as an `error_description`; null if it exceeds none */
export function findLimitViolation({ path, query, form }: RequestParameters): string | null {
  if (query.length > MAX_QUERY_BYTES) return QUERY_TOO_LONG;
  if (form.length > MAX_FORM_BYTES) return FORM_TOO_LONG;
  return findParameterViolation(path, query) ?? findParameterViolation(path, form);
}

function findParameterViolation(path: string, encoded: string): string | null {
  if (encoded === '') return null;
  // control: a request has a limited number of parameters
  if (hasTooManyParameters(encoded)) return TOO_MANY_PARAMETERS;
  const parameters = new URLSearchParams(encoded);
  const repeated = findRepeatedParameter(parameters);
  if (repeated !== null) return `${describeParameter(repeated)} must not be provided twice`;
  const depthViolation = findDepthViolation(parameters);
  if (depthViolation !== null) return depthViolation;
  if (!STORING_ENDPOINTS.has(path)) return findSizeViolation(parameters, Infinity);
  // control: the parameters of a request object have the limits of a request
  return findSizeViolation(parameters, MAX_AUTHORIZATION_BYTES) ?? findRequestObjectViolation(parameters.get('request') ?? '');
}

function findRepeatedParameter(parameters: URLSearchParams): string | null {
  const names = new Set<string>();
  for (const name of parameters.keys()) {
    // control: a parameter is sent once
    if (names.has(name) && name !== REPEATABLE_PARAMETER) return name;
    names.add(name);
  }
  return null;
}

/** oidc-provider clones JSON, and deeper JSON would exhaust its stack. */
function findDepthViolation(parameters: Iterable<[name: string, value: string]>): string | null {
  for (const [name, value] of parameters) {
    const texts = JWT_PARAMETERS.has(name) ? decodeParts(value) : JSON_PARAMETERS.has(name) ? [value] : [];
    if (texts.some(isNestedTooDeep)) return `the JSON of the ${describeParameter(name)} may be nested ${MAX_JSON_DEPTH} deep at most`;
  }
  return null;
}

function decodeParts(jwt: string): string[] {
  return jwt.split('.', 2).map((part) => Buffer.from(part, 'base64url').toString('latin1'));
}

function findSizeViolation(parameters: Iterable<[name: string, value: string]>, maxBytes: number): string | null {
  let bytes = 0;
  for (const [name, value] of parameters) {
    const valueBytes = Buffer.byteLength(value);
    const maximum = MAX_VALUE_BYTES.get(name);
    if (maximum !== undefined && valueBytes > maximum) return `${describeParameter(name)} may have at most ${maximum} bytes`;
    bytes += Buffer.byteLength(name) + valueBytes;
  }
  return bytes > maxBytes ? PARAMETERS_TOO_LONG : null;
}

/** Its claims are parameters (RFC 9101 section 4), and are stored like those of a query. */
function findRequestObjectViolation(request: string): string | null {
  const claims = Object.entries(decodeRequestClaims(request) ?? {});
  const unreadable = claims.find(([name, value]) => !isReadable(name, value));
  if (unreadable) return `${describeParameter(unreadable[0])} of the request object must be a text`;
  const parameters = claims.map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
  return findDepthViolation(parameters) ?? findSizeViolation(parameters, MAX_AUTHORIZATION_BYTES);
}

/** Whether oidc-provider can read a claim. It converts objects to text, and expects each resource in a list to be a string. */
function isReadable(name: string, value: unknown): boolean {
  if (name === REPEATABLE_PARAMETER) return [value].flat().every((resource) => typeof resource === 'string');
  return typeof value !== 'object' || value === null || !Object.hasOwn(value, 'toString');
}

function hasTooManyParameters(encoded: string): boolean {
  let count = 1;
  for (let at = encoded.indexOf('&'); at !== -1 && count <= MAX_PARAMETERS; at = encoded.indexOf('&', at + 1)) count += 1;
  return count > MAX_PARAMETERS;
}

function describeParameter(name: string): string {
  return PRINTABLE_NAME.test(name) ? `'${name}' parameter` : 'a parameter';
}
