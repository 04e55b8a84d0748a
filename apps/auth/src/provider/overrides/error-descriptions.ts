import type { KoaContextWithOIDC } from 'oidc-provider';
import { decodeJws } from '@latchkey/crypto';
import type { ProviderClient } from '../adapters/provider-client.js';
import { isMetadataDocumentId } from '../../client/metadata-document/client-id-url.js';
import { findRequestObjectViolation, REQUEST_OBJECT_ALGORITHMS } from '../../protocol/request-object.js';
import { toDescriptionText } from '../../protocol/description-text.js';

/** An OAuth error as a client receives it: RFC 6749 sections 4.1.2.1 and 5.2. */
export interface OAuthError {
  error: string;
  error_description?: string;
}

/** @param body of a response: an object, or a value that is not JSON */
export function isOAuthError(body: unknown): body is OAuthError {
  return typeof (body as { error?: unknown } | null | undefined)?.error === 'string';
}

type Describe = (ctx: KoaContextWithOIDC) => string;

const NOT_REGISTERED = 'is not registered for client';
/** An `invalid_client` error of oidc-provider that concerns the hint, although no client has sent it. */
const HINT_OF_UNKNOWN_CLIENT = 'unrecognized id_token_hint audience';

/** Keyed by oidc-provider's own description, or by the code if it has none. */
const DESCRIPTIONS: Readonly<Record<string, string | Describe>> = {
  'client authentication failed': describeClientAuthentication,
  'client is invalid': describeUnknownClient,
  "redirect_uri did not match any of the client's registered redirect_uris": (ctx) =>
    `${describeParameter(ctx, 'redirect_uri')} ${NOT_REGISTERED} ${getClientId(ctx)}`,
  'post_logout_redirect_uri not registered': (ctx) =>
    `post_logout_redirect_uri ${describeParameter(ctx, 'post_logout_redirect_uri')} ${NOT_REGISTERED} ${getClientId(ctx)}`,
  'could not decode id_token_hint': 'the id_token_hint is not a JWT',
  [HINT_OF_UNKNOWN_CLIENT]: 'the id_token_hint was issued to a client that is not registered',
  'client_id does not match the provided id_token_hint': 'the id_token_hint was issued to another client than client_id names',
  'could not find logout details': 'this session has no sign-out that waits for an answer',
  'xsrf token invalid': 'the form was made for another session',
  'code_challenge_method must be provided': 'code_challenge_method must be S256; without it the method is plain, which is not supported',
  'not supported value of code_challenge_method': 'code_challenge_method must be S256',
  'Authorization Server policy requires PKCE to be used for this request':
    'code_challenge is missing: this client must use PKCE (RFC 7636)',
  'resource indicator is missing, or unknown': (ctx) =>
    `resource ${describeParameter(ctx, 'resource')} must be one of those that the authorization request was for`,
  'resource indicator must be an absolute URI': (ctx) =>
    `resource ${describeResource(ctx, (resource) => !URL.canParse(resource))} must be an absolute URI such as https://api.example.com`,
  'resource indicator must not contain a fragment component': (ctx) =>
    `resource ${describeResource(ctx, (resource) => resource.includes('#'))} must not have a fragment (#...)`,
  'only a single resource indicator value is supported for this grant type': 'a token request may name one resource, not several',
  'oops! something went wrong': 'the server failed; its log has the cause under the request id',
  'Pushed Authorization Request must be used':
    'this client must push its authorization requests: send the parameters to the endpoint pushed_authorization_request_endpoint first (RFC 9126)',
  'Request Object must be used by this client':
    'this client must sign its authorization requests: send the parameters as a signed request object in the parameter request (RFC 9101)',
  'multiple proof-of-possession mechanisms are not allowed':
    'the access tokens of this client are bound to its TLS certificate: the request may have no DPoP proof',
  'unsupported response_type requested': 'response_type must be code',
  'could not parse Request Object': 'the request object must be a signed JWT in compact serialization',
  'unsupported signed request alg': `the algorithm of the request object must be one of ${REQUEST_OBJECT_ALGORITHMS.join(', ')}`,
  'Request Object claims are invalid': describeRequestObject,
  'request client_id must equal the one in request parameters': (ctx) =>
    `${ctx.oidc.params?.['request_uri'] === undefined ? 'the request object' : 'the request_uri'} belongs to another client than client_id names`,
  // Applies to requests that the user has not denied: see interactions.js of oidc-provider. Denials by the user have a description.
  access_denied: (ctx) =>
    ctx.oidc.session?.accountId === undefined
      ? 'the user may not sign in any more'
      : `client ${getClientId(ctx)} may have none of the scopes that the request names`,
  request_uri_not_supported: 'request_uri must be one that the pushed authorization request endpoint has returned (RFC 9126)',
  registration_not_supported: 'the parameter registration is not supported: clients are registered by the management API',
};

/** Explains what is wrong with a request if oidc-provider's description does not, or is missing. Checked against oidc-provider 9.13.3. */
export function describeError<T extends OAuthError>(ctx: KoaContextWithOIDC, answer: T): T {
  const key = answer.error_description ?? answer.error;
  if (!Object.hasOwn(DESCRIPTIONS, key)) return answer;
  const description = DESCRIPTIONS[key]!;
  const error = key === HINT_OF_UNKNOWN_CLIENT ? 'invalid_request' : answer.error;
  return { ...answer, error, error_description: typeof description === 'string' ? description : description(ctx) };
}

/** A parameter of the request as readable text: see toDescriptionText. */
export function describeParameter({ query, oidc }: KoaContextWithOIDC, name: string): string {
  const value = oidc.params?.[name] ?? oidc.body?.[name] ?? query[name];
  return typeof value === 'string' ? toDescriptionText(value) : '(none)';
}

function describeUnknownClient(ctx: KoaContextWithOIDC): string {
  const unknown = `no client with the client_id ${describeParameter(ctx, 'client_id')} is registered`;
  const isDocument = isMetadataDocumentId(String(ctx.oidc.params?.['client_id']));
  return isDocument ? `${unknown}, and the server reads no Client ID Metadata Documents: an operator must register the client` : unknown;
}

/** The first invalid resource of a request; there may be several. */
function describeResource({ oidc }: KoaContextWithOIDC, isInvalid: (resource: string) => boolean): string {
  const resources = [oidc.params?.['resource'] ?? []].flat() as string[];
  return toDescriptionText(resources.find(isInvalid) ?? '(none)');
}

/** oidc-provider checks some claims before this service does, and does not say which of them is wrong. */
function describeRequestObject(ctx: KoaContextWithOIDC): string {
  const jws = decodeJws(String(ctx.oidc.params?.['request']));
  const rules = { clientId: getClientId(ctx), issuer: ctx.oidc.issuer, isFapi: false, now: Date.now() / 1_000 };
  return (jws && findRequestObjectViolation(jws, rules)) ?? 'the claims of the request object are not valid';
}

/** Explains the configuration error of a client with the profile FAPI2. To other clients the response reveals nothing. */
function describeClientAuthentication({ oidc }: KoaContextWithOIDC): string {
  const record = (oidc.client as unknown as ProviderClient | undefined)?.record;
  if (!record?.isFapi) return 'client authentication failed';
  return record.client.clientType === 'Public'
    ? `client ${record.client.clientId} is public, and the profile FAPI2 is for confidential clients only`
    : `client ${record.client.clientId} has the profile FAPI2: it must authenticate by private_key_jwt or a TLS certificate`;
}

function getClientId({ oidc }: KoaContextWithOIDC): string {
  return oidc.client?.clientId ?? '(unknown)';
}
