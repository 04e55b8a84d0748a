import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { BoundedRows } from '../bounded-rows.js';
import { isStorable } from '../storable-text.js';
import type { FederationRequest } from './federation-request.entity.js';

export type NewFederationRequest = Omit<FederationRequest, 'expiresAt' | 'usedAt' | 'slot'>;
/** The values that identify a response. */
export type FederationRequestKey = Pick<FederationRequest, 'domainId' | 'stateHash' | 'browserHash' | 'provider'>;
/** The request's parameters. */
export type AnsweredFederationRequest = Pick<FederationRequest, 'issuer' | 'uid' | 'clientId' | 'maxAge'> & {
  /** The remaining seconds in which the response could have arrived. */
  left: number;
};

/** A request that was answered, or was not answered in time. */
export type PastFederationRequest = Pick<FederationRequest, 'uid' | 'clientId'> & { used: boolean };

/**
 * Each new request deletes some old rows, so the table contains only pending requests and those of the last day: see findAnsweredOrExpired.
 */
const DELETE_EXPIRED = `
  DELETE FROM federation_request WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM federation_request WHERE domain_id = $1 AND expires_at < now() - interval '1 day' LIMIT 10 FOR UPDATE SKIP LOCKED))`;
// control: a federation request belongs to one browser
const MATCHES_RESPONSE = 'domain_id = $1 AND state_hash = $2 AND browser_hash = $3 AND provider = $4';

@Injectable()
export class FederationRequestRepository {
  private readonly boundedRows: BoundedRows;

  constructor(private readonly database: Database) {
    this.boundedRows = new BoundedRows(database, {
      table: 'federation_request',
      among: 'true',
      evictable: 'slot IS NOT NULL',
      order: 'expires_at',
      columns: 'state_hash, browser_hash, provider, issuer, uid, client_id, max_age, expires_at',
      values: '$3::bytea, $4::bytea, $5::text, $6::text, $7::text, $8::text, $9::integer, now() + make_interval(secs => $10)',
    });
  }

  /**
   * At the domain's limit it evicts the oldest request.
   *
   * @param lifetime seconds in which the response must arrive
   * @param limit the maximum number in the domain, including those of the last day
   * @returns false if there is no room
   */
  async create(request: NewFederationRequest, { lifetime, limit }: { lifetime: number; limit: number }): Promise<boolean> {
    const { domainId, stateHash, browserHash, provider, issuer, uid, clientId, maxAge } = request;
    await this.database.manager.query(DELETE_EXPIRED, [domainId]);
    return this.boundedRows.insert({ domainId, limit }, [stateHash, browserHash, provider, issuer, uid, clientId, maxAge, lifetime]);
  }

  /** Marks a request as answered; only one of concurrent callers succeeds. @returns null if no such request is pending in this browser */
  async consume({ domainId, stateHash, browserHash, provider }: FederationRequestKey): Promise<AnsweredFederationRequest | null> {
    if (!isStorable(provider)) return null;
    // control: a federation request is consumed once
    const [rows]: [AnsweredFederationRequest[], number] = await this.database.manager.query(
      `UPDATE federation_request SET used_at = now() WHERE ${MATCHES_RESPONSE} AND used_at IS NULL AND expires_at > now()
       RETURNING issuer, uid, client_id AS "clientId", max_age AS "maxAge",
         ceil(extract(epoch FROM expires_at - now()))::integer AS left`,
      [domainId, stateHash, browserHash, provider],
    );
    return rows[0] ?? null;
  }

  /** A request of this browser that was answered or has expired. */
  async findAnsweredOrExpired({ domainId, stateHash, browserHash, provider }: FederationRequestKey): Promise<PastFederationRequest | null> {
    if (!isStorable(provider)) return null;
    const [row]: PastFederationRequest[] = await this.database.manager.query(
      `SELECT uid, client_id AS "clientId", used_at IS NOT NULL AS used FROM federation_request WHERE ${MATCHES_RESPONSE}`,
      [domainId, stateHash, browserHash, provider],
    );
    return row ?? null;
  }
}
