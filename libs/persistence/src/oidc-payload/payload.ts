/** A record as oidc-provider sees it; `consumed` is the time in seconds since the epoch. */
export type StoredPayload = Record<string, unknown> & { consumed?: number };

/** The key of a record. Its id is a bearer secret, so callers pass the hash and PostgreSQL never sees the id. */
export interface PayloadKey {
  domainId: string;
  model: string;
  /** SHA-256 of the id. */
  hash: Buffer;
}

/** A record that is stored together with another one of its user: what is issued in a session, or for a code or refresh token. */
export interface IssuedPayload extends Omit<PayloadKey, 'domainId'> {
  payload: StoredPayload;
  /** Seconds. */
  expiresIn: number;
}

/** The columns `model`, `hash`, `payload`, `session_uid` and the lifetime in seconds, as arrays for `unnest`. */
export function toIssuedColumns(issued: readonly IssuedPayload[]): unknown[][] {
  return [
    issued.map(({ model }) => model),
    issued.map(({ hash }) => hash),
    issued.map(({ payload }) => JSON.stringify(payload)),
    issued.map(({ payload }) => payload['sessionUid'] ?? null),
    issued.map(({ expiresIn }) => expiresIn),
  ];
}
