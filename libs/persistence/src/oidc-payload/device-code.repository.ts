import { Injectable } from '@nestjs/common';
import { getViolatedConstraint } from '../connection/database-error.js';
import { Database, type PreparedStatement } from '../connection/database.js';
import type { PayloadKey, StoredPayload } from './payload.js';
import { userIdOf } from '../user-id.js';

/** What a user has decided about a device code: who signed in, or the error. The decision replaces nothing else of the record. */
const DECIDE: PreparedStatement = {
  name: 'decide-device-code',
  // control: a device code is decided once
  text: `
    UPDATE oidc_payload SET payload = (payload::jsonb || $3::jsonb)::json, grant_id = $4, sub = $5::uuid, session_uid = $6
    WHERE domain_id = $1 AND model = 'DeviceCode' AND hash = $2 AND expires_at > now()
      AND payload->>'accountId' IS NULL AND payload->>'error' IS NULL
    RETURNING hash`,
};
/** Concurrent polls wait for each other, and find the time of the first. */
const RECORD_POLL: PreparedStatement = {
  name: 'record-device-code-poll',
  // control: a device that polls too fast is slowed down
  text: `
    UPDATE oidc_payload SET payload = (payload::jsonb || jsonb_build_object('polledAt', extract(epoch FROM now())))::json
    WHERE domain_id = $1 AND model = 'DeviceCode' AND hash = $2
      AND coalesce((payload->>'polledAt')::float8, 0) <= extract(epoch FROM now()) - $3::float8
    RETURNING hash`,
};

type DeviceCodeKey = Pick<PayloadKey, 'domainId' | 'hash'>;

/** What only device codes (RFC 8628) need. PendingPayloadRepository creates them, OidcPayloadRepository finds and consumes them. */
@Injectable()
export class DeviceCodeRepository {
  constructor(private readonly database: Database) {}

  /** Stores the decision of a user. @returns false if there is one already, the code has expired, or the user was deleted */
  async decide({ domainId, hash }: DeviceCodeKey, decision: StoredPayload): Promise<boolean> {
    const { grantId = null, accountId, sessionUid = null } = decision;
    const sub = accountId === undefined ? null : userIdOf(domainId, accountId as string);
    try {
      const rows = await this.database.query(DECIDE, [domainId, hash, JSON.stringify(decision), grantId, sub, sessionUid]);
      return rows.length === 1;
    } catch (error) {
      if (getViolatedConstraint(error) === 'oidc_payload_user') return false;
      throw error;
    }
  }

  /** Records a poll. @returns false if the one before was less than the interval ago; this poll then counts for nothing */
  async recordPoll({ domainId, hash }: DeviceCodeKey, intervalSeconds: number): Promise<boolean> {
    const rows = await this.database.query(RECORD_POLL, [domainId, hash, intervalSeconds]);
    return rows.length === 1;
  }
}
