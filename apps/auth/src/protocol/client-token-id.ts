import { newTokenId } from '@latchkey/crypto';
import type { CachedClient } from '../client/cached-client.js';

/** Characters of `newClientTokenId`: those of a random id, and those of the mark of its client. */
const ID_LENGTH = 30;
/** Seconds by which the clocks of this process and the database may differ: `latchkey doctor` complains about more. */
const CLOCK_DIFFERENCE_SECONDS = 5;

/** What tells whether a client token is one of a client. */
interface TokenIdentity {
  jti: string;
  /** Seconds since the epoch. */
  iat: number;
}

/** A `jti` for an access token of a client itself. */
export function newClientTokenId(tokenMark: string): string {
  return newTokenId() + tokenMark;
}

/**
 * Whether a token of a client itself was issued to this client, and not to one of the same id that was deleted before it was created. Such a
 * token has no record that the deletion could remove, so its `jti` has the mark of the client. Tokens of earlier releases have none: of them
 * those are refused that are older than the client, and a client that was created within the difference of the clocks accepts them.
 */
export function isTokenOf({ tokenMark, client }: CachedClient, { jti, iat }: TokenIdentity): boolean {
  if (jti.length === ID_LENGTH)
    // control: the tokens of a deleted client stay dead if its id returns
    return jti.endsWith(tokenMark);
  return iat >= Math.floor(client.createdAt / 1_000) - CLOCK_DIFFERENCE_SECONDS;
}
