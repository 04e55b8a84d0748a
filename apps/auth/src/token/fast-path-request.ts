import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isScope } from '@latchkey/oauth';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { ClientParameters } from '../client-authentication/authentication-request.js';

/** What a client credentials request asks for. */
export interface RequestedGrant {
  scope: string | undefined;
  resource: string | undefined;
}

/** A client credentials request (RFC 6749 section 4.4.2) as nearly every client library sends it. */
export interface SecretRequest extends RequestedGrant {
  clientId: string;
  clientSecret: string;
}

/** The same of a client that authenticates by an assertion (RFC 7523), or by the certificate of its TLS connection (RFC 8705). */
export interface AuthenticationByKeyRequest extends RequestedGrant {
  parameters: ClientParameters;
}

export type FastPathRequest = SecretRequest | AuthenticationByKeyRequest;

/** The whole form of most clients, which authenticate in a header and request their full scope. */
const MINIMAL_BODY = 'grant_type=client_credentials';
/** Bytes. Longer forms do not take the fast path. */
const MAX_BODY_BYTES = 8_192;
const FORM = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i;
const BASIC = /^Basic ([A-Za-z0-9+/]+={0,2})$/i;
/** Neither form-encoding nor base64 leaves a doubt about these. */
const UNRESERVED = /^[A-Za-z0-9\-._~]+$/;
/** RFC 6749 section 2.3.1 has credentials form-encoded, and strict clients encode all but letters and digits. */
const ENCODED = /^(?:[A-Za-z0-9\-._~]|%[2-7][0-9A-Fa-f])+$/;
const PARAMETERS_WITH_HEADER = new Set(['grant_type', 'scope', 'resource']);
const PARAMETERS_WITH_BODY = new Set([...PARAMETERS_WITH_HEADER, 'client_id', 'client_secret']);
const PARAMETERS_WITH_KEY = new Set([...PARAMETERS_WITH_HEADER, 'client_id', 'client_assertion', 'client_assertion_type']);
/** Each of these headers needs more than the fast path offers: attestation, CORS, other encodings. */
const HEADERS_NEEDING_FULL_PATH = ['oauth-client-attestation', 'oauth-client-attestation-pop', 'origin', 'content-encoding', 'expect'];

/** Whether the body is worth reading: it may be the form of a plain request. */
export function canUseFastPath({ headers, method }: IncomingMessage): boolean {
  const length = Number(headers['content-length']);
  return (
    method === 'POST' &&
    length > 0 &&
    length <= MAX_BODY_BYTES &&
    FORM.test(headers['content-type'] ?? '') &&
    !HEADERS_NEEDING_FULL_PATH.some((name) => headers[name] !== undefined)
  );
}

/** @returns null for any request that cannot take the fast path */
export function parseFastPathRequest(headers: IncomingHttpHeaders, body: string): FastPathRequest | null {
  // Empty parameters count: oidc-provider's path refuses too many of them (request-limits.ts).
  if (body.includes('&&')) return null;
  const form = body === MINIMAL_BODY ? { grant_type: 'client_credentials' } : parse(body);
  if (form.grant_type !== 'client_credentials') return null;
  const { scope, resource } = form as { scope?: string; resource?: string };
  if (scope !== undefined && !isScope(scope)) return null;
  if (headers.authorization === undefined && form.client_secret === undefined) {
    const parameters = readKeyParameters(form);
    return parameters && { parameters, scope, resource };
  }
  const credentials = headers.authorization === undefined ? readBodyCredentials(form) : readBasicCredentials(form, headers.authorization);
  if (!credentials || !UNRESERVED.test(credentials.clientId) || !UNRESERVED.test(credentials.clientSecret)) return null;
  return { ...credentials, scope, resource };
}

function readBasicCredentials(form: ParsedUrlQuery, authorization: string): Pick<SecretRequest, 'clientId' | 'clientSecret'> | null {
  const encoded = BASIC.exec(authorization)?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0 || !hasOnlyParameters(form, PARAMETERS_WITH_HEADER)) return null;
  const pair = Buffer.from(encoded, 'base64').toString('latin1');
  const colon = pair.indexOf(':');
  if (colon === -1) return null;
  return { clientId: decodeCredential(pair.slice(0, colon)), clientSecret: decodeCredential(pair.slice(colon + 1)) };
}

function decodeCredential(text: string): string {
  return text.includes('%') && ENCODED.test(text) ? decodeURIComponent(text) : text;
}

function readBodyCredentials(form: ParsedUrlQuery): Pick<SecretRequest, 'clientId' | 'clientSecret'> | null {
  const { client_id: clientId, client_secret: clientSecret } = form;
  if (!hasOnlyParameters(form, PARAMETERS_WITH_BODY) || typeof clientId !== 'string' || typeof clientSecret !== 'string') return null;
  return { clientId, clientSecret };
}

/** A certificate comes with the connection, and only `client_id` with it: RFC 8705 section 2. */
function readKeyParameters(form: ParsedUrlQuery): ClientParameters | null {
  const { client_id: clientId, client_assertion: assertion } = form;
  return (clientId ?? assertion) !== undefined && hasOnlyParameters(form, PARAMETERS_WITH_KEY) ? (form as ClientParameters) : null;
}

/** Whether the form has no other parameters than these, each at most once and with a value. */
function hasOnlyParameters(form: ParsedUrlQuery, names: ReadonlySet<string>): boolean {
  for (const name in form) if (!names.has(name) || typeof form[name] !== 'string' || form[name] === '') return false;
  return true;
}
