import { listScopeClaims } from '@latchkey/oauth';
import type { Attributes } from '@latchkey/persistence';
import type { ClaimLists } from '../../domain/cached-domain.js';

/**
 * The property that carries a user's claims through oidc-provider, as one value. It would mistake names such as `constructor` for something
 * else.
 */
export const USER_CLAIMS = Symbol('the claims of a user');

/**
 * The claims that the granted scope brings, as the domain's list of the token's kind has it: those of the user's attributes that a granted
 * scope names, with the values that are stored. Reserved claims are never among them, whatever the list says.
 *
 * @param scope granted scope tokens, RFC 6749 section 3.3
 */
export function selectClaims(attributes: Attributes, list: ClaimLists[keyof ClaimLists], scope: string): Record<string, unknown> {
  const issued = listScopeClaims(list, scope).filter((name) => Object.hasOwn(attributes, name));
  return Object.fromEntries(issued.map((name) => [name, attributes[name]]));
}

/**
 * The claims that a request names individually (OpenID Connect Core section 5.5). They are limited to those that a scope of the client could
 * bring: the operator decides what a client may ask for.
 *
 * @param available the claims of the whole scope that the client may request
 */
export function selectRequestedClaims(available: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(available, name)).map((name) => [name, available[name]]));
}

/** The names of the claims that the parameter `claims` requests, for ID token and userinfo. @param parameter as sent: a JSON object */
export function listRequestedClaims(parameter: string): string[] {
  const { id_token: idToken, userinfo } = JSON.parse(parameter) as Record<string, object | null | undefined>;
  return [...new Set([...Object.keys(idToken ?? {}), ...Object.keys(userinfo ?? {})])];
}
