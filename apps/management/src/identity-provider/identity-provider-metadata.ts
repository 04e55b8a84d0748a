import { getDeclaredIssuer } from '@latchkey/oauth';
import type { TokenEndpointAuthMethod } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';

/** The requirements for an identity provider. */
export interface ExpectedMetadata {
  issuer: string;
  tokenEndpointAuthMethod: TokenEndpointAuthMethod;
}

/** Standard values of members that metadata may omit: OpenID Connect Discovery section 3, RFC 8414 section 2. */
const METADATA_DEFAULTS = { grant_types_supported: ['authorization_code', 'implicit'] };
const REQUIRED_ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];
/** Optional features of an identity provider: OpenID Connect Core section 5.3, RP-Initiated Logout 1.0 section 2.1. */
const OPTIONAL_ENDPOINTS = ['userinfo_endpoint', 'end_session_endpoint'];
/** A signature with the client secret, or none, does not prove the issuer, because anyone with the secret could create it. */
const SYMMETRIC_OR_NONE_ALG = /^(none|HS\d+)$/;
const MAX_QUOTED_LENGTH = 200;
/** A part that differs for each tenant. */
const TEMPLATE = /\{[^{}]*\}/;

/**
 * Compares a discovery document (OpenID Connect Discovery section 3) with the requirements of a sign-in.
 *
 * @param isAllowedUrl whether requests to a URL are allowed
 *
 * @returns everything that prevents users from signing in
 */
export function findMetadataViolations(
  metadata: object,
  { issuer, tokenEndpointAuthMethod }: ExpectedMetadata,
  isAllowedUrl: (url: string) => boolean,
): Violation[] {
  const members: Record<string, unknown> = { ...METADATA_DEFAULTS, ...omitNulls(metadata) };
  const declaredIssuer = members['issuer'];
  const { token_endpoint_auth_methods_supported: methods, id_token_signing_alg_values_supported: algorithms } = members;
  const rules: [pointer: string, broken: boolean, detail: string][] = [
    ['/issuer', declaredIssuer !== getDeclaredIssuer(issuer), describeIssuerMismatch(declaredIssuer, isAllowedUrl)],
    ...getEndpoints(members).map((name): [string, boolean, string] => [
      '/issuer',
      typeof members[name] !== 'string' || !isAllowedUrl(members[name]),
      `must have its ${name} with https at a public address; its discovery document says ${quoteValue(members[name])}`,
    ]),
    ['/issuer', !canSupport(members['response_types_supported'], 'code'), 'must support the response type code'],
    ['/issuer', !canSupport(members['grant_types_supported'], 'authorization_code'), 'must support the grant type authorization_code'],
    ['/issuer', !canSupport(members['code_challenge_methods_supported'], 'S256'), 'must support PKCE with S256 (RFC 7636)'],
    ['/issuer', !canSignAsymmetrically(algorithms), 'must sign its ID tokens with a key pair, such as with RS256 or ES256'],
    [
      '/tokenEndpointAuthMethod',
      !canSupport(methods, tokenEndpointAuthMethod),
      `must be one that the provider supports: ${quoteValue(methods)}`,
    ],
  ];
  return rules.filter(([, broken]) => broken).map(([pointer, , detail]) => ({ pointer, detail }));
}

/** Some providers publish null for missing members. */
function omitNulls(metadata: object): object {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
}

/** A multi-tenant URL names no issuer (`https://login.microsoftonline.com/{tenantid}/v2.0`), so copying it would not help. */
function describeIssuerMismatch(declared: unknown, isAllowedUrl: (url: string) => boolean): string {
  if (typeof declared === 'string' && TEMPLATE.test(declared))
    return `must be the address of one tenant: this one serves many, whose issuers differ (${quoteValue(declared)}). Replace ${TEMPLATE.exec(declared)![0]} with the id of your tenant`;
  if (typeof declared === 'string' && !isAllowedUrl(declared))
    return `must be an issuer with https at a public address; its discovery document says ${quoteValue(declared)}. The provider must publish another issuer`;
  return `must be exactly what its discovery document says: ${quoteValue(declared)}`;
}

/** The endpoints to which a sign-in or sign-out would lead. */
function getEndpoints(members: Record<string, unknown>): string[] {
  return [...REQUIRED_ENDPOINTS, ...OPTIONAL_ENDPOINTS.filter((name) => members[name] !== undefined)];
}

/** A provider can support more than it lists; only a sign-in can tell. */
function canSupport(list: unknown, value: string): boolean {
  return list === undefined || (Array.isArray(list) && list.includes(value));
}

function canSignAsymmetrically(list: unknown): boolean {
  return (
    list === undefined ||
    (Array.isArray(list) && list.some((algorithm) => typeof algorithm === 'string' && !SYMMETRIC_OR_NONE_ALG.test(algorithm)))
  );
}

/** Quotes and shortens foreign text for error messages. For an object or array, returns its type, because it can be nested deeply. */
function quoteValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const isNested = (part: unknown) => typeof part === 'object' && part !== null;
  const isReadable = !isNested(value) || (Array.isArray(value) && !value.some(isNested));
  if (isReadable) return JSON.stringify(value).slice(0, MAX_QUOTED_LENGTH);
  return Array.isArray(value) ? 'a list of something else than text' : 'an object';
}
