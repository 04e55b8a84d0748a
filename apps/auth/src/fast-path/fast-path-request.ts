import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isScope } from '@latchkey/oauth';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { ClientParameters } from '../client-authentication/authentication-request.js';

/** The grant that a client credentials request asks for. */
export interface RequestedGrant {
  scope: string | undefined;
  resource: string | undefined;
}

/** The secret of a client: RFC 6749 section 2.3.1. */
export interface SecretCredentials {
  clientId: string;
  clientSecret: string;
}

/** The credentials of a client that authenticates by an assertion (RFC 7523) or by its TLS certificate (RFC 8705). */
export interface KeyCredentials {
  parameters: ClientParameters;
}

/** A client credentials request (RFC 6749 section 4.4.2) in the form that nearly all client libraries send. */
export interface SecretRequest extends RequestedGrant, SecretCredentials {}

export interface AuthenticationByKeyRequest extends RequestedGrant, KeyCredentials {}

export type FastPathRequest = SecretRequest | AuthenticationByKeyRequest;

/** A request for introspection (RFC 7662 section 2.1) or revocation (RFC 7009 section 2.1) of a token. */
export interface TokenForm {
  token: string;
  credentials: SecretCredentials | KeyCredentials;
}

/** A token request with a refresh token: RFC 6749 section 6. */
export interface RefreshRequest extends SecretCredentials {
  grantType: 'refresh_token';
  refreshToken: string;
}

/** A token request with an authorization code: RFC 6749 section 4.1.3. */
export interface CodeRequest extends SecretCredentials {
  grantType: 'authorization_code';
  code: string;
  redirectUri: string;
  /** RFC 7636 section 4.5. */
  codeVerifier: string | undefined;
}

/** A request for the tokens of a user, in the form that most applications send. */
export type RedemptionRequest = RefreshRequest | CodeRequest;

/** The parameters that an endpoint accepts, depending on where the client's credentials are. */
interface AllowedParameters {
  withHeader: ReadonlySet<string>;
  withBody: ReadonlySet<string>;
  withKey: ReadonlySet<string>;
}

/** The whole form of most clients, which authenticate in a header and request their full scope. */
const MINIMAL_BODY = 'grant_type=client_credentials';
/** Bytes. Longer forms do not take the fast path. */
const MAX_BODY_BYTES = 8_192;
const FORM = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i;
const BASIC = /^Basic ([A-Za-z0-9+/]+={0,2})$/i;
/** Characters that form-encoding and base64 leave unambiguous. */
const UNRESERVED = /^[A-Za-z0-9\-._~]+$/;
/** RFC 6749 section 2.3.1 requires form-encoded credentials; strict clients encode everything except letters and digits. */
const ENCODED = /^(?:[A-Za-z0-9\-._~]|%[2-7][0-9A-Fa-f])+$/;
const GRANT_PARAMETERS = allowParameters('grant_type', 'scope', 'resource');
const REFRESH_PARAMETERS = allowParameters('grant_type', 'refresh_token');
const CODE_PARAMETERS = allowParameters('grant_type', 'code', 'redirect_uri', 'code_verifier');
/** A hint only says where to look first: RFC 7662 section 2.1, RFC 7009 section 2.1. */
const TOKEN_PARAMETERS = allowParameters('token', 'token_type_hint');
/** Each of these headers requires more than the fast path supports: attestation, CORS, other encodings. */
// control: a token request of a browser takes the path with CORS
const HEADERS_NEEDING_FULL_PATH = ['oauth-client-attestation', 'oauth-client-attestation-pop', 'origin', 'content-encoding', 'expect'];

/** Whether to read the body, because it may be the form of a plain request. */
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
  // Empty parameters count: oidc-provider's path rejects too many of them (request-limits.ts).
  if (body.includes('&&')) return null;
  const form = body === MINIMAL_BODY ? { grant_type: 'client_credentials' } : parse(body);
  if (form.grant_type !== 'client_credentials') return null;
  const { scope, resource } = form as { scope?: string; resource?: string };
  if (scope !== undefined && !isScope(scope)) return null;
  const credentials = readCredentials(form, headers.authorization, GRANT_PARAMETERS);
  return credentials && { ...credentials, scope, resource };
}

/** @returns null for any request that cannot take the fast path */
export function parseRedemption(headers: IncomingHttpHeaders, body: string): RedemptionRequest | null {
  // A proof binds the tokens: RFC 9449 section 5.
  if (body.includes('&&') || headers['dpop'] !== undefined) return null;
  const form = parse(body);
  const { grant_type: grantType, refresh_token: refreshToken, code, redirect_uri: redirectUri, code_verifier: codeVerifier } = form;
  if (grantType === 'refresh_token') {
    const credentials = readCredentials(form, headers.authorization, REFRESH_PARAMETERS);
    return hasSecret(credentials) && typeof refreshToken === 'string' ? { ...credentials, grantType, refreshToken } : null;
  }
  if (grantType !== 'authorization_code') return null;
  const credentials = readCredentials(form, headers.authorization, CODE_PARAMETERS);
  if (!hasSecret(credentials) || typeof code !== 'string' || typeof redirectUri !== 'string') return null;
  return { ...credentials, grantType, code, redirectUri, codeVerifier: codeVerifier as string | undefined };
}

/** @returns null for any request that cannot take the fast path */
export function parseTokenForm(headers: IncomingHttpHeaders, body: string): TokenForm | null {
  if (body.includes('&&')) return null;
  const form = parse(body);
  const { token } = form;
  if (typeof token !== 'string' || !UNRESERVED.test(token)) return null;
  const credentials = readCredentials(form, headers.authorization, TOKEN_PARAMETERS);
  return credentials && { token, credentials };
}

function allowParameters(...names: readonly string[]): AllowedParameters {
  return {
    withHeader: new Set(names),
    withBody: new Set([...names, 'client_id', 'client_secret']),
    withKey: new Set([...names, 'client_id', 'client_assertion', 'client_assertion_type']),
  };
}

function readCredentials(
  form: ParsedUrlQuery,
  authorization: string | undefined,
  allowed: AllowedParameters,
): SecretCredentials | KeyCredentials | null {
  if (authorization === undefined && form.client_secret === undefined) return readKeyCredentials(form, allowed);
  const credentials = authorization === undefined ? readBodyCredentials(form, allowed) : readBasicCredentials(form, authorization, allowed);
  return credentials && UNRESERVED.test(credentials.clientId) && UNRESERVED.test(credentials.clientSecret) ? credentials : null;
}

function hasSecret(credentials: SecretCredentials | KeyCredentials | null): credentials is SecretCredentials {
  return credentials !== null && 'clientSecret' in credentials;
}

function readBasicCredentials(form: ParsedUrlQuery, authorization: string, { withHeader }: AllowedParameters): SecretCredentials | null {
  const encoded = BASIC.exec(authorization)?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0 || !hasOnlyParameters(form, withHeader)) return null;
  const pair = Buffer.from(encoded, 'base64').toString('latin1');
  const colon = pair.indexOf(':');
  if (colon === -1) return null;
  return { clientId: decodeCredential(pair.slice(0, colon)), clientSecret: decodeCredential(pair.slice(colon + 1)) };
}

function decodeCredential(text: string): string {
  return text.includes('%') && ENCODED.test(text) ? decodeURIComponent(text) : text;
}

function readBodyCredentials(form: ParsedUrlQuery, { withBody }: AllowedParameters): SecretCredentials | null {
  const { client_id: clientId, client_secret: clientSecret } = form;
  if (!hasOnlyParameters(form, withBody) || typeof clientId !== 'string' || typeof clientSecret !== 'string') return null;
  return { clientId, clientSecret };
}

/** The certificate belongs to the connection; the form has only `client_id`: RFC 8705 section 2. */
function readKeyCredentials(form: ParsedUrlQuery, { withKey }: AllowedParameters): KeyCredentials | null {
  const { client_id: clientId, client_assertion: assertion } = form;
  return (clientId ?? assertion) !== undefined && hasOnlyParameters(form, withKey) ? { parameters: form as ClientParameters } : null;
}

/** Whether the form has only these parameters, each at most once and with a value. */
function hasOnlyParameters(form: ParsedUrlQuery, names: ReadonlySet<string>): boolean {
  for (const name in form) if (!names.has(name) || typeof form[name] !== 'string' || form[name] === '') return false;
  return true;
}
