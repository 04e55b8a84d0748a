import {
  EXPIRY,
  findCallbackUriViolation,
  findOriginViolation,
  findRedirectUriViolation,
  type ClientType,
  type GrantType,
} from '@latchkey/oauth';
import type { JsonObject } from '@latchkey/user';
import { findWebUrlViolation } from '../../http/web-url.js';
import { textOf } from './export-values.js';

/** A client of another service. Absent: it has none, or the export does not show it. */
export interface ForeignClient {
  id: string;
  clientType: ClientType;
  grantType: GrantType;
  scope: string;
  redirectUris?: readonly unknown[] | undefined;
  postSignOutRedirectUris?: readonly unknown[] | undefined;
  allowedOrigins?: readonly unknown[] | undefined;
  name?: unknown;
  logoUri?: unknown;
  clientUri?: unknown;
  policyUri?: unknown;
  tosUri?: unknown;
  backchannelLogoutUri?: unknown;
  /** Whether its users are asked for consent. */
  consent?: boolean;
  /** Whether it also gets tokens of its own. */
  clientCredentials?: boolean;
  deviceCode?: boolean;
  active?: boolean;
  /** Seconds, like the others. */
  accessTokenExpiry?: unknown;
  idTokenExpiry?: unknown;
  refreshTokenExpiry?: unknown;
  secret?: unknown;
}

const MAX_NAME_LENGTH = 60;
/** For a service without scopes in the export, because a client must have one. */
export const SERVICE_SCOPE = 'api';

type Omit = (why: string) => void;

/** The client in a configuration document. */
export function toClientDocument(client: ForeignClient, omit: Omit): JsonObject {
  const { clientType, grantType, scope, active = true, backchannelLogoutUri } = client;
  const findUri = (value: unknown): string | null =>
    typeof value === 'string' && value.includes('*')
      ? 'wildcards are not possible: name each URI'
      : findRedirectUriViolation(value, clientType);
  const findOrigin = (value: unknown): string | null => findOriginViolation(value, clientType);
  const keep = (name: string, values: readonly unknown[] = [], find: (value: unknown) => string | null): string[] =>
    [...new Set(values)].filter((value) => keepsValue(name, value, { find, omit })) as string[];
  const redirectUris = keep('redirect URI', client.redirectUris, findUri);
  const postSignOutRedirectUris = keep('logout URI', client.postSignOutRedirectUris, findUri);
  const allowedOrigins = keep('origin', client.allowedOrigins, findOrigin);
  const [logoutUri] = keep('back-channel logout URL', textOf(backchannelLogoutUri) ? [backchannelLogoutUri] : [], findCallbackUriViolation);
  const presentation = toPresentation(client, omit);
  const grants = {
    ...(client.clientCredentials && clientType === 'Confidential' && { clientCredentials: true }),
    ...(client.deviceCode && { deviceCode: true }),
  };
  return {
    clientType,
    grantType,
    scope: scope === '' ? SERVICE_SCOPE : scope,
    ...(redirectUris.length > 0 && { redirectUris }),
    ...(postSignOutRedirectUris.length > 0 && { postSignOutRedirectUris }),
    ...(allowedOrigins.length > 0 && { allowedOrigins }),
    ...toExpiries(client, omit),
    ...(client.consent && { policies: ['consent'] }),
    ...(Object.keys(presentation).length > 0 && { presentation }),
    ...(Object.keys(grants).length > 0 && { grants }),
    ...(logoutUri !== undefined && { backchannelLogout: { uri: logoutUri } }),
    ...(!active && { active: { active: false } }),
  };
}

/** Lifetimes of tokens that are possible here. */
function toExpiries({ accessTokenExpiry, idTokenExpiry, refreshTokenExpiry }: ForeignClient, omit: Omit): JsonObject {
  const given = Object.entries({ accessTokenExpiry, idTokenExpiry, refreshTokenExpiry }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.filter(([name, value]) => keepsValue(name, value, { find: findExpiryViolation, omit })));
}

/** @returns the error of a lifetime in seconds, or null */
export function findExpiryViolation(value: unknown): string | null {
  const isPossible = Number.isInteger(value) && (value as number) >= EXPIRY.min && (value as number) <= EXPIRY.max;
  return isPossible ? null : `must be ${EXPIRY.min} to ${EXPIRY.max} seconds`;
}

function toPresentation(client: ForeignClient, omit: Omit): JsonObject {
  const { logoUri, clientUri, policyUri, tosUri } = client;
  const name = textOf(client.name);
  if (name && name.length > MAX_NAME_LENGTH) omit(`its name is cut to ${MAX_NAME_LENGTH} characters`);
  const uris = Object.entries({ logoUri, clientUri, policyUri, tosUri }).filter(
    ([member, value]) => textOf(value) !== undefined && keepsValue(member, value, { find: findWebUrlViolation, omit }),
  );
  return { ...(name && { name: name.slice(0, MAX_NAME_LENGTH) }), ...Object.fromEntries(uris) };
}

function keepsValue(name: string, value: unknown, { find, omit }: { find: (value: unknown) => string | null; omit: Omit }): boolean {
  const why = find(value);
  if (why !== null) omit(`${name} ${String(value)}: ${why}`);
  return why === null;
}
