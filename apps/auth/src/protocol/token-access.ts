import type { CachedClient } from '../client/cached-client.js';

/** The parts of a token that identify its owner. */
export interface OwnedToken {
  /** The client that it was issued to. */
  clientId?: string | undefined;
  /** The audience of the token. A refresh token has none and belongs to its client. */
  aud?: string | string[] | undefined;
}

type AskingClient = Pick<CachedClient, 'audiences'> & { client: Pick<CachedClient['client'], 'clientId'> };

/**
 * Whether a client may introspect a token: its own, and tokens with one of its audiences. A resource server is a client with the audiences
 * that it serves.
 */
export function mayIntrospect(client: AskingClient, token: OwnedToken): boolean {
  // control: a client introspects its own tokens and those for it
  return belongsToClient(client, token) || canUseToken(client, token);
}

/** Whether a client may revoke a token: only its own (RFC 7009 section 2.1). */
export function mayRevoke(client: AskingClient, token: OwnedToken): boolean {
  return belongsToClient(client, token);
}

function belongsToClient({ client }: AskingClient, { clientId }: OwnedToken): boolean {
  return clientId === client.clientId;
}

function canUseToken({ audiences }: AskingClient, { aud }: OwnedToken): boolean {
  return [aud ?? []].flat().some((audience) => audiences?.includes(audience));
}
