import { listScopeClaims } from '@latchkey/oauth';
import type { Attributes } from '@latchkey/persistence';
import type { ClaimLists } from '../../domain/cached-domain.js';

/**
 * The property that carries a user's claims through oidc-provider as a single value, because oidc-provider would misinterpret names such as
 * `constructor`.
 */
export const USER_CLAIMS = Symbol('the claims of a user');

/**
 * Selects the claims that the granted scope adds according to the domain's list for this kind of token, with the stored values of the
 * user's attributes. It never selects reserved claims, whatever the list contains.
 *
 * @param scope granted scope tokens, RFC 6749 section 3.3
 */
export function selectClaims(attributes: Attributes, list: ClaimLists[keyof ClaimLists], scope: string): Record<string, unknown> {
  const issued = listScopeClaims(list, scope).filter((name) => Object.hasOwn(attributes, name));
  return Object.fromEntries(issued.map((name) => [name, attributes[name]]));
}

/**
 * Selects the claims that a request names individually (OpenID Connect Core section 5.5). They are limited to claims that a scope of the
 * client could add, because the operator decides what a client may request.
 *
 * @param available the claims of the whole scope that the client may request
 */
export function selectRequestedClaims(available: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(available, name)).map((name) => [name, available[name]]));
}

/**
 * The names of the claims that the `claims` parameter requests for ID token and userinfo. @param parameter the JSON object as it was sent
 */
export function listRequestedClaims(parameter: string): string[] {
  const { id_token: idToken, userinfo } = JSON.parse(parameter) as Record<string, object | null | undefined>;
  return [...new Set([...Object.keys(idToken ?? {}), ...Object.keys(userinfo ?? {})])];
}
