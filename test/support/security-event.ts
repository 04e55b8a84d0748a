import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';

/** A receiver's settings for its transmitter. */
export interface SecurityEventReader {
  issuer: string;
  audience: string;
  jwks: unknown;
}

/** A security event as a receiver understands it. */
export interface ReadSecurityEvent {
  jti: string;
  txn: string;
  /** Seconds since the epoch. */
  iat: number;
  /** RFC 9493. */
  subject: Record<string, unknown>;
  /** The URI of its type. */
  type: string;
  payload: Record<string, unknown>;
}

/** The members of each format that the events use: RFC 9493 section 3.2. */
const SUBJECT_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  iss_sub: ['format', 'iss', 'sub'],
  opaque: ['format', 'id'],
  email: ['format', 'email'],
  phone_number: ['format', 'phone_number'],
};
const CLAIMS = ['aud', 'events', 'iat', 'iss', 'jti', 'sub_id', 'txn'];

/**
 * Reads a security event token as a receiver must, with an independent library: RFC 8417, RFC 9493, OpenID SSF 1.0 section 5.1.
 *
 * @throws Error if a receiver would refuse it
 */
export async function readSecurityEvent(set: string, { issuer, audience, jwks }: SecurityEventReader): Promise<ReadSecurityEvent> {
  const keys = createLocalJWKSet(jwks as JSONWebKeySet);
  const { payload } = await jwtVerify(set, keys, { issuer, audience, typ: 'secevent+jwt' });
  const {
    jti,
    iat,
    txn,
    sub_id: subject,
    events,
  } = payload as JWTPayload & { txn: string; sub_id: Record<string, unknown>; events: object };
  if (decodeProtectedHeader(set).kid === undefined) throw new Error('names no key');
  if (JSON.stringify(Object.keys(payload).toSorted()) !== JSON.stringify(CLAIMS))
    throw new Error(`other claims: ${Object.keys(payload).join()}`);
  if (typeof jti !== 'string' || typeof txn !== 'string' || jti === '' || txn === '') throw new Error('jti or txn is no text');
  const members = SUBJECT_MEMBERS[String(subject['format'])] ?? [];
  const isSubject =
    JSON.stringify(Object.keys(subject)) === JSON.stringify(members) && members.every((name) => typeof subject[name] === 'string');
  if (!isSubject) throw new Error(`not a subject identifier: ${JSON.stringify(subject)}`);
  const found = Object.entries(events) as [string, Record<string, unknown>][];
  if (found.length !== 1) throw new Error(`${found.length} events`);
  return { jti, txn, iat: iat!, subject, type: found[0]![0], payload: found[0]![1] };
}
