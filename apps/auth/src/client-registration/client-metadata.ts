import { findRedirectUriViolation, isLoopback } from '@latchkey/oauth';
import type { NewRegisteredClient } from '@latchkey/persistence';
import { findGrantViolations, findNameViolations, type Document } from '../client/metadata-document/client-metadata.js';
import { listOrigins, UNATTENDED_SCOPE } from '../client/unattended-client.js';
import { RegistrationError } from './registration.error.js';

const MAX_REDIRECT_URIS = 20;
/** Of the name of a client: as the management API limits it. */
const MAX_NAME_LENGTH = 60;

/**
 * Reads the metadata that a client registers: RFC 7591 section 2. What the server does not support is ignored, because clients send the same
 * to many servers.
 *
 * @throws RegistrationError invalid_redirect_uri, invalid_client_metadata; each names every error
 */
export function readClientMetadata(body: unknown): NewRegisteredClient {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RegistrationError('invalid_client_metadata', 'Send a JSON object with the metadata of the client, as application/json.');
  const metadata = body as Document;
  const uris = findRedirectUriViolations(metadata['redirect_uris']);
  const others = [
    ...findAuthenticationViolations(metadata),
    ...findGrantViolations(metadata),
    ...findNameViolations(metadata),
    ...(['string', 'undefined'].includes(typeof metadata['scope']) ? [] : ['scope must be a text: names with spaces between them']),
  ];
  if (uris.length + others.length === 0) return toClient([...new Set(metadata['redirect_uris'] as string[])]);
  throw new RegistrationError(uris.length > 0 ? 'invalid_redirect_uri' : 'invalid_client_metadata', [...uris, ...others].join('; '));
}

function findAuthenticationViolations({ token_endpoint_auth_method: method = 'none' }: Document): string[] {
  // control: a client that registers itself gets no secret
  return method === 'none' ? [] : ['token_endpoint_auth_method must be none: the server authenticates these clients by PKCE'];
}

function findRedirectUriViolations(uris: unknown): string[] {
  if (!Array.isArray(uris) || uris.length === 0) return ['redirect_uris must be a list with at least one URI'];
  if (uris.length > MAX_REDIRECT_URIS) return [`redirect_uris must have at most ${MAX_REDIRECT_URIS} items`];
  const violations = uris.flatMap((uri: unknown, index) => {
    const detail = findAppViolation(uri) ?? findRedirectUriViolation(uri, 'Public');
    return detail === null ? [] : [`redirect_uris/${index} ${detail}`];
  });
  if (violations.length > 0 || nameByHosts(uris as string[]).length <= MAX_NAME_LENGTH) return violations;
  return [`redirect_uris must be on fewer hosts, or shorter ones: users see the names of all, ${MAX_NAME_LENGTH} characters at most`];
}

/** Any app can claim the scheme of another one, which no host name would show. */
function findAppViolation(uri: unknown): string | null {
  if (typeof uri !== 'string' || !/^[a-z][a-z0-9+.-]*:/i.test(uri)) return null;
  // control: codes of a registered client go to a host that users can see
  return /^https?:/i.test(uri) ? null : 'must use https, or http with a loopback address';
}

/** The hosts to which codes go. The port of a loopback address says nothing: it is any free one. */
function nameByHosts(redirectUris: readonly string[]): string {
  const hosts = redirectUris.map((uri) => new URL(uri)).map(({ hostname, host }) => (isLoopback(hostname) ? hostname : host));
  return [...new Set(hosts)].join(', ');
}

function toClient(redirectUris: string[]): NewRegisteredClient {
  return {
    configuration: {
      clientType: 'Public',
      grantType: 'AuthorizationCode',
      scope: UNATTENDED_SCOPE,
      audiences: null,
      redirectUris,
      postSignOutRedirectUris: null,
      allowLocalLogin: null,
      providers: null,
      policies: ['consent'],
      allowedOrigins: listOrigins(redirectUris),
      accessTokenExpiry: null,
      idTokenExpiry: null,
      refreshTokenExpiry: null,
    },
    // A name and a logo are what anyone claims; only where codes go is sure.
    // control: a client that registers itself is named by the hosts of its redirect URIs
    presentation: { name: nameByHosts(redirectUris), logoUri: null, clientUri: null, policyUri: null, tosUri: null },
  };
}
