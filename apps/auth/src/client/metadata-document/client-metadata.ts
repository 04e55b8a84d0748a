import { findRedirectUriViolation, isLoopback, type KeySource, type PublicJwks } from '@latchkey/oauth';

/** What a document says about its client, as far as it counts. */
export interface ClientMetadata {
  redirectUris: string[];
  /** The keys by which it authenticates (private_key_jwt); null for a public client. */
  keys: KeySource | null;
}

/** Why keys cannot be fetched from a URL; null if they can. */
export type FindUrlViolation = (url: string) => string | null;

/** The members of a JSON object that describes a client. */
export type Document = Readonly<Record<string, unknown>>;

const MAX_REDIRECT_URIS = 50;
const MAX_KEYS = 100;
/** Members that a document must not have, because everyone can read it: RFC 7591 section 3.2.1. */
const SECRETS = ['client_secret', 'client_secret_expires_at', 'registration_access_token'];
/** Members of private and symmetric keys: RFC 7518 section 6. */
const PRIVATE_KEY_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];
/** Links that pages could show or requests could follow. */
const WEB_URIS = ['client_uri', 'logo_uri', 'policy_uri', 'tos_uri'];
/** Algorithms with a shared secret, and none at all. */
const SECRET_ALGORITHM = /^(?:none|HS\d|dir$|A\d)/;
/** Text that pages could show in a misleading way: control characters and those that change the direction. */
// oxlint-disable-next-line no-control-regex
const MISLEADING = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/**
 * Validates the document of a client: OAuth Client ID Metadata Document section 4, RFC 7591 section 2. What the server does not
 * support is ignored, because a document is written for many servers.
 *
 * @param findUrlViolation says whether the keys of the client can be fetched
 * @returns its metadata, or every error
 */
export function readClientMetadata(document: unknown, clientId: string, findUrlViolation: FindUrlViolation): ClientMetadata | string[] {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return ['must be a JSON object'];
  const members = document as Document;
  const violations = [
    // control: a document describes the client whose client_id leads to it
    ...(members['client_id'] === clientId ? [] : ['client_id must be the URL of the document, character by character']),
    ...findAuthenticationViolations(members),
    ...findKeyViolations(members['jwks']),
    ...findKeyLocationViolations(members['jwks_uri'], findUrlViolation),
    ...findGrantViolations(members),
    ...findPresentationViolations(members),
    ...findRedirectUriViolations(members['redirect_uris'], new URL(clientId)),
  ];
  return violations.length > 0 ? violations : { redirectUris: members['redirect_uris'] as string[], keys: readKeySource(members) };
}

function readKeySource({ token_endpoint_auth_method: method, jwks, jwks_uri: jwksUri }: Document): KeySource | null {
  if (method !== 'private_key_jwt') return null;
  return jwksUri === undefined ? { jwks: { keys: (jwks as PublicJwks).keys } } : { jwksUri: jwksUri as string };
}

function findAuthenticationViolations(document: Document): string[] {
  const method = document['token_endpoint_auth_method'] ?? 'none';
  const algorithms = Object.keys(document).filter((name) => name.endsWith('_alg') && SECRET_ALGORITHM.test(String(document[name])));
  return [
    // control: a public document has no secret
    ...SECRETS.filter((name) => document[name] !== undefined).map((name) => `${name} must not be in a document that everyone can read`),
    ...(method === 'none' || method === 'private_key_jwt'
      ? []
      : ['token_endpoint_auth_method must be none or private_key_jwt: a document that everyone can read has no secret']),
    ...(method === 'private_key_jwt' && (document['jwks'] === undefined) === (document['jwks_uri'] === undefined)
      ? ['jwks or jwks_uri, one of the two, must be in the document of a client that authenticates by private_key_jwt']
      : []),
    ...algorithms.map((name) => `${name} must not be none or an algorithm with a shared secret`),
  ];
}

function findKeyViolations(jwks: unknown): string[] {
  if (jwks === undefined) return [];
  const { keys } = (typeof jwks === 'object' && jwks !== null ? jwks : {}) as { keys?: unknown };
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MAX_KEYS) return [`jwks must be a JWK set with 1 to ${MAX_KEYS} keys`];
  const isPrivate = (key: unknown): boolean =>
    typeof key !== 'object' || key === null || PRIVATE_KEY_MEMBERS.some((name) => Object.hasOwn(key, name));
  // control: a public document has no private key
  return keys.some(isPrivate) ? ['jwks must have public keys only; replace the keys, because everyone could read them'] : [];
}

function findKeyLocationViolations(uri: unknown, findUrlViolation: FindUrlViolation): string[] {
  if (uri === undefined) return [];
  if (!isWebUri(uri) && !isLoopback(URL.parse(String(uri))?.hostname ?? '')) return ['jwks_uri must be an https URL without a user name'];
  const violation = findUrlViolation(uri as string);
  return violation === null ? [] : [`jwks_uri ${violation}`];
}

/** What of a client's grants contradicts the code flow. The server does not use others: RFC 7591 section 2. */
export function findGrantViolations({ grant_types: grants, response_types: responses }: Document): string[] {
  return [
    ...(includes(grants, 'authorization_code') ? [] : ['grant_types must be a list that contains authorization_code']),
    ...(includes(responses, 'code') ? [] : ['response_types must be a list that contains code']),
  ];
}

/** Whether a list is absent, which means the default, or contains the value. */
function includes(list: unknown, value: string): boolean {
  return list === undefined || (Array.isArray(list) && list.includes(value));
}

function findPresentationViolations(document: Document): string[] {
  return [
    ...WEB_URIS.filter((member) => document[member] !== undefined && !isWebUri(document[member])).map(
      (member) => `${member} must be an https URL without a user name`,
    ),
    ...findNameViolations(document),
  ];
}

/** What is wrong with the name that a client claims. */
export function findNameViolations({ client_name: name = '' }: Document): string[] {
  const isText = typeof name === 'string' && name.length <= 200 && !MISLEADING.test(name);
  return isText ? [] : ['client_name must be a text of at most 200 characters without control or direction characters'];
}

function isWebUri(value: unknown): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

function findRedirectUriViolations(uris: unknown, { host }: URL): string[] {
  if (!Array.isArray(uris) || uris.length === 0) return ['redirect_uris must be a list with at least one URI'];
  if (uris.length > MAX_REDIRECT_URIS) return [`redirect_uris must have at most ${MAX_REDIRECT_URIS} items`];
  return uris.flatMap((uri: unknown, index) => {
    const detail = findRedirectUriViolation(uri, 'Public') ?? findForeignHost(new URL(uri as string), host);
    return detail === null ? [] : [`redirect_uris/${index} ${detail}`];
  });
}

function findForeignHost({ protocol, host, hostname }: URL, ownHost: string): string | null {
  const isOwn = protocol === 'https:' && host === ownHost;
  // control: codes of a document client go to its own host or to the user's device
  return isOwn || (isLoopback(hostname) && protocol === 'http:') ? null : `must be on ${ownHost}, or a loopback address by http`;
}
