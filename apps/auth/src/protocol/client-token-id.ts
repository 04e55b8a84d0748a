import { newTokenId } from '@latchkey/crypto';
import type { CachedClient } from '../client/cached-client.js';

/** Length of an id from `newClientTokenId`: a random id and the mark of its client. */
const ID_LENGTH = 30;
/** Seconds by which the clocks of this process and the database may differ; `latchkey doctor` reports a larger difference. */
const CLOCK_DIFFERENCE_SECONDS = 5;

/** The parts of a client token that identify its client. */
interface TokenIdentity {
  jti: string;
  /** Seconds since the epoch. */
  iat: number;
}

/** Creates a `jti` for an access token of the client itself. */
export function newClientTokenId(clientGeneration: string): string {
  return newTokenId() + clientGeneration;
}

/**
 * Whether a token was issued to this client itself, and not to a deleted client with the same id. Such a token has no record that the
 * deletion could remove, so its `jti` contains the client's mark. Tokens of earlier releases have no mark: they are rejected if they are
 * older than the client. A client that was created within the tolerated clock difference accepts them.
 */
export function isTokenOf({ clientGeneration, client }: CachedClient, { jti, iat }: TokenIdentity): boolean {
  if (jti.length === ID_LENGTH)
    // control: the tokens of a deleted client stay dead if its id returns
    return jti.endsWith(clientGeneration);
  return iat >= Math.floor(client.createdAt / 1_000) - CLOCK_DIFFERENCE_SECONDS;
}
