import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { BoundedRows } from '../bounded-rows.js';
import type { PayloadKey, StoredPayload } from './payload.js';

/** Models whose records unauthenticated requests create. */
export type PendingModel = 'Interaction' | 'PushedAuthorizationRequest' | 'DeviceCode';

/** Options of a new record. */
export interface PendingPayloadOptions {
  /** Seconds. */
  lifetime: number;
  /** A used record is not evicted. */
  touched: boolean;
  /** The maximum number of records of the model in the domain. */
  limit: number;
}

const REPLACE = `
  UPDATE oidc_payload SET payload = $4::json, grant_id = $5, expires_at = now() + make_interval(secs => $6), untouched_since = NULL
  WHERE domain_id = $1 AND model = $2 AND hash = $3`;
const TOUCH = `
  UPDATE oidc_payload SET expires_at = untouched_since + make_interval(secs => $4), untouched_since = NULL
  WHERE domain_id = $1 AND model = $2 AND hash = $3 AND untouched_since IS NOT NULL AND expires_at > now()`;

/** Records of oidc-provider that unauthenticated requests create, with a limit for each domain. */
@Injectable()
export class PendingPayloadRepository {
  private readonly boundedRows: Readonly<Record<PendingModel, BoundedRows>>;

  constructor(private readonly database: Database) {
    const createBoundedRows = (model: PendingModel): BoundedRows =>
      new BoundedRows(database, {
        table: 'oidc_payload',
        among: `model = '${model}'`,
        evictable: 'untouched_since IS NOT NULL',
        order: 'untouched_since',
        columns: 'model, hash, payload, grant_id, expires_at, untouched_since, client_id, user_code',
        values: `'${model}', $3::bytea, $4::json, $5::text, now() + make_interval(secs => $6), CASE WHEN NOT $7::boolean THEN now() END, $8::text, $9::text`,
      });
    this.boundedRows = {
      Interaction: createBoundedRows('Interaction'),
      PushedAuthorizationRequest: createBoundedRows('PushedAuthorizationRequest'),
      DeviceCode: createBoundedRows('DeviceCode'),
    };
  }

  /** Stores a new record. At the domain's limit it evicts the oldest unused record. @returns false if no record can be evicted */
  create(
    key: PayloadKey & { model: PendingModel },
    payload: StoredPayload,
    { lifetime, touched, limit }: PendingPayloadOptions,
  ): Promise<boolean> {
    const { domainId, model, hash } = key;
    const { grantId = null, clientId = null, userCode = null } = payload;
    // A device code is deleted with its client. The others refer to theirs only in their parameters.
    const columns = [grantId, lifetime, touched, model === 'DeviceCode' ? clientId : null, userCode];
    return this.boundedRows[model].insert({ domainId, limit }, [hash, JSON.stringify(payload), ...columns]);
  }

  /** Replaces a record and marks it as used. @param lifetime seconds from now @returns false if it does not exist */
  async replace({ domainId, model, hash }: PayloadKey, payload: StoredPayload, lifetime: number): Promise<boolean> {
    const values = [domainId, model, hash, JSON.stringify(payload), payload['grantId'] ?? null, lifetime];
    const [, count]: [unknown, number] = await this.database.manager.query(REPLACE, values);
    return count === 1;
  }

  /** Marks a record as used. @param lifetime seconds from its creation */
  async touch({ domainId, model, hash }: PayloadKey, lifetime: number): Promise<void> {
    await this.database.manager.query(TOUCH, [domainId, model, hash, lifetime]);
  }
}
