import type { TokenEndpointAuthMethod } from '@latchkey/persistence';
import type { Fault } from '@latchkey/problem';

/** Our requirements for a provider. */
export interface ExpectedMetadata {
  issuer: string;
  tokenEndpointAuthMethod: TokenEndpointAuthMethod;
}

/** Members that lists leave out where they are standard: OpenID Connect Discovery section 3, RFC 8414 section 2. */
const METADATA_DEFAULTS = { grant_types_supported: ['authorization_code', 'implicit'] };
const REQUIRED_ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];
/** Optional features of a provider: OpenID Connect Core section 5.3, RP-Initiated Logout 1.0 section 2.1. */
const OPTIONAL_ENDPOINTS = ['userinfo_endpoint', 'end_session_endpoint'];
/** A signature by the client secret, or none, does not prove the issuer: anyone with the secret could make it. */
const SYMMETRIC_OR_NONE_ALG = /^(none|HS\d+)$/;
const MAX_QUOTED_LENGTH = 200;
/** A part that differs for each tenant. */
const TEMPLATE = /\{[^{}]*\}/;

/**
 * Compares a discovery document (OpenID Connect Discovery section 3) with what a sign-in needs of it.
 *
 * @param isAllowedUrl whether requests may lead there
 * @returns everything that keeps people from signing in
 */
export function findMetadataFaults(
  metadata: object,
  { issuer, tokenEndpointAuthMethod }: ExpectedMetadata,
  isAllowedUrl: (url: string) => boolean,
): Fault[] {
  const members: Record<string, unknown> = { ...METADATA_DEFAULTS, ...omitNulls(metadata) };
  const declaredIssuer = members['issuer'];
  const { token_endpoint_auth_methods_supported: methods, id_token_signing_alg_values_supported: algorithms } = members;
  const rules: [pointer: string, broken: boolean, detail: string][] = [
    ['/issuer', declaredIssuer !== issuer, describeIssuerMismatch(declaredIssuer, isAllowedUrl)],
    ...getEndpoints(members).map((name): [string, boolean, string] => [
      '/issuer',
      typeof members[name] !== 'string' || !isAllowedUrl(members[name]),
      `must have its ${name} with https, at a public address; its discovery document says ${quoteValue(members[name])}`,
    ]),
    ['/issuer', !canSupport(members['response_types_supported'], 'code'), 'must support the response type code'],
    ['/issuer', !canSupport(members['grant_types_supported'], 'authorization_code'), 'must support the grant type authorization_code'],
    ['/issuer', !canSupport(members['code_challenge_methods_supported'], 'S256'), 'must support PKCE with S256 (RFC 7636)'],
    ['/issuer', !canSignAsymmetrically(algorithms), 'must sign its id tokens with a key pair, such as by RS256 or ES256'],
    [
      '/tokenEndpointAuthMethod',
      !canSupport(methods, tokenEndpointAuthMethod),
      `must be one that the provider supports: ${quoteValue(methods)}`,
    ],
  ];
  return rules.filter(([, broken]) => broken).map(([pointer, , detail]) => ({ pointer, detail }));
}

/** Some providers publish null for members that they do not have. */
function omitNulls(metadata: object): object {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
}

/** The address of many tenants names no issuer (`https://login.microsoftonline.com/{tenantid}/v2.0`): copying it would not help. */
function describeIssuerMismatch(declared: unknown, isAllowedUrl: (url: string) => boolean): string {
  if (typeof declared === 'string' && TEMPLATE.test(declared))
    return `must be the address of one tenant: this one serves many, whose issuers differ (${quoteValue(declared)}). Put the id of your tenant in place of ${TEMPLATE.exec(declared)![0]}`;
  if (typeof declared === 'string' && !isAllowedUrl(declared))
    return `must be an issuer with https, at a public address; its discovery document says ${quoteValue(declared)}. The provider has to publish another one`;
  return `must be what its discovery document says, to the letter: ${quoteValue(declared)}`;
}

/** Where a sign-in, or a sign-out, would lead to. */
function getEndpoints(members: Record<string, unknown>): string[] {
  return [...REQUIRED_ENDPOINTS, ...OPTIONAL_ENDPOINTS.filter((name) => members[name] !== undefined)];
}

/** A provider can support more than it lists: only a sign-in can tell. */
function canSupport(list: unknown, value: string): boolean {
  return list === undefined || (Array.isArray(list) && list.includes(value));
}

function canSignAsymmetrically(list: unknown): boolean {
  return (
    list === undefined ||
    (Array.isArray(list) && list.some((algorithm) => typeof algorithm === 'string' && !SYMMETRIC_OR_NONE_ALG.test(algorithm)))
  );
}

/** Foreign text for error messages: quoted and shortened. For an object or array, its type, because it can be nested without end. */
function quoteValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const isNested = (part: unknown) => typeof part === 'object' && part !== null;
  const isReadable = !isNested(value) || (Array.isArray(value) && !value.some(isNested));
  if (isReadable) return JSON.stringify(value).slice(0, MAX_QUOTED_LENGTH);
  return Array.isArray(value) ? 'a list of something else than text' : 'an object';
}
