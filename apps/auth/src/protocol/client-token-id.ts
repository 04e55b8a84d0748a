import { newTokenId } from '@latchkey/crypto';
import type { CachedClient } from '../client/cached-client.js';
import type { CachedResource } from '../domain/cached-resource.js';

/** Length of an id from `newClientTokenId`: a random id and the mark of its client. */
const ID_LENGTH = 30;
/** Seconds by which the clocks of this process and the database may differ; `latchkey doctor` reports a larger difference. */
const CLOCK_DIFFERENCE_SECONDS = 5;

/** The parts of a client token that identify its client. */
export interface TokenIdentity {
  jti: string;
  /** Seconds since the epoch. */
  iat: number;
}

/** Creates a `jti` for an access token of the client itself. */
export function newClientTokenId(tokenMark: string): string {
  return newTokenId() + tokenMark;
}

/**
 * Whether a token was issued to this client itself, and neither to a deleted client with the same id nor before the client was deactivated.
 * Such a token has no record that could be removed, so its `jti` contains the client's mark. Tokens of earlier releases have no mark: they
 * are rejected if they are older than the client's generation. One that began within the tolerated clock difference accepts them.
 *
 * @param resource what the token was issued for; undefined: no resource of the domain
 */
export function isTokenOf(client: CachedClient, { jti, iat }: TokenIdentity, resource?: CachedResource): boolean {
  if (jti.length === ID_LENGTH)
    // control: the tokens of a deleted client stay dead if its id returns
    return jti.endsWith(client.tokenMark(resource));
  return !resource && iat >= Math.floor(client.client.generationStart / 1_000) - CLOCK_DIFFERENCE_SECONDS;
}
