import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { StoredSigningAlgorithm } from '../domain/domain.entity.js';
import { DeliveryLeaseRepository, type DeliveryAttempt, type LeasedTarget } from '../delivery-lease.repository.js';
import { buildEnding, toEndingParameters, type SsfEnding } from './ssf-event-ending.js';
import type { SsfEvent } from './ssf-event.entity.js';
import { HAS_PENDING, IS_PUSHING, type SsfStream } from './ssf-stream.entity.js';

/** A stream whose events one worker pushes. */
export type PushingStream = LeasedTarget &
  Pick<SsfStream, 'clientId' | 'authorizationHeader'> & {
    pushEndpoint: string;
    /** The name of the domain. */
    domain: string;
    /** The algorithms of the domain's ID tokens in order of preference. */
    idTokenAlgorithms: StoredSigningAlgorithm[];
  };

/** An attempt after which the event is pushed again. */
export interface FailedPush extends DeliveryAttempt, Pick<SsfEvent, 'responseBody'> {
  eventId: string;
}

const TABLE = {
  name: 'ssf_stream',
  hasPending: HAS_PENDING,
  isActive: IS_PUSHING,
  leasedColumns: `client_id AS "clientId", push_endpoint AS "pushEndpoint", authorization_header AS "authorizationHeader",
    domain.id_token_algorithms AS "idTokenAlgorithms"`,
};

/** Ends an event that the receiver has accepted or refused, and resets the failure count. */
const END_EVENT = `
  WITH held AS (
    UPDATE ssf_stream SET failures = 0, failing_since = NULL WHERE domain_id = $1 AND id = $2 AND leases = $3 RETURNING id
  ), ${buildEnding('held', 4)}
  SELECT id FROM ended`;

const RECORD_FAILURE = `
  UPDATE ssf_event SET attempts = attempts + 1, last_attempt_at = now(), endpoint = $4, response_status = $5, duration_ms = $6, error = $7,
    response_body = $8
  WHERE domain_id = $1 AND stream_id = $2 AND id = $3`;

/** Determines which worker pushes which stream, and how that ends: RFC 8935. */
@Injectable()
export class SsfPushRepository extends DeliveryLeaseRepository<PushingStream> {
  constructor(database: Database) {
    super(database, TABLE);
  }

  /** Ends an event that the receiver has accepted or refused. @returns false if the lease is lost */
  async endEvent({ domainId, id, lease }: PushingStream, ending: SsfEnding): Promise<boolean> {
    const rows: unknown[] = await this.database.manager.query(END_EVENT, [domainId, id, lease, ...toEndingParameters([ending])]);
    return rows.length === 1;
  }

  /** Records a failed attempt, and ends the lease. @returns seconds until the next attempt; null if the lease is lost */
  fail(stream: PushingStream, attempt: FailedPush): Promise<number | null> {
    const { domainId, id } = stream;
    return this.database.transaction(async () => {
      if (!(await this.lock(stream))) return null;
      await this.database.manager.query(RECORD_FAILURE, [
        domainId,
        id,
        attempt.eventId,
        stream.pushEndpoint,
        attempt.responseStatus,
        attempt.durationMs,
        attempt.error,
        attempt.responseBody,
      ]);
      return this.endFailed(stream, attempt.retryAfter);
    });
  }
}
