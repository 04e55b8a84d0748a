import { ACCOUNT_CLIENT_ID } from '../../client/account-client.js';

/** The parts of an authorization request that identify the application. */
export interface ApplicationRequest {
  client: { clientId: string };
  params: Readonly<Record<string, unknown>>;
}

/** A URL at which the user can start the application again; null if unknown. */
export function getApplicationHome({ client, params }: ApplicationRequest): string | null {
  if (client.clientId === ACCOUNT_CLIENT_ID) return '/account';
  const uri = URL.parse(String(params['redirect_uri'] ?? ''));
  return uri !== null && /^https?:$/.test(uri.protocol) ? uri.origin : null;
}

/**
 * A URL at which the user can restart an application whose request was invalid. Values of the request only select among registered URIs.
 *
 * @param redirectUris the client's registered redirect URIs
 *
 * @param requested the redirect URI of the request, if any
 * @returns the origin of a registered redirect URI; null if none is a web URL
 */
export function getRegisteredHome(redirectUris: readonly string[], requested: unknown): string | null {
  const origins = redirectUris.filter((uri) => /^https?:/i.test(uri)).map((uri) => new URL(uri).origin);
  const wanted = typeof requested === 'string' ? URL.parse(requested)?.origin : undefined;
  // control: an error page links to nothing that the request names
  return origins.find((origin) => origin === wanted) ?? origins[0] ?? null;
}
