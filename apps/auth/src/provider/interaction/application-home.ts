import { ACCOUNT_CLIENT_ID } from '../account-client.js';

/** An authorization request, as far as it says who has made it. */
export interface ApplicationRequest {
  client: { clientId: string };
  params: Readonly<Record<string, unknown>>;
}

/** Where the user can start the application again; null if unknown. */
export function getApplicationHome({ client, params }: ApplicationRequest): string | null {
  if (client.clientId === ACCOUNT_CLIENT_ID) return '/account';
  const uri = URL.parse(String(params['redirect_uri'] ?? ''));
  return uri !== null && /^https?:$/.test(uri.protocol) ? uri.origin : null;
}
