import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { StoredSigningAlgorithm } from '../domain/domain.entity.js';
import { DeliveryLeaseRepository, type LeasedTarget } from '../delivery-lease.repository.js';
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

const TABLE = {
  name: 'ssf_stream',
  hasPending: HAS_PENDING,
  isActive: IS_PUSHING,
  leasedColumns: `client_id AS "clientId", push_endpoint AS "pushEndpoint", authorization_header AS "authorizationHeader",
    domain.id_token_algorithms AS "idTokenAlgorithms"`,
};

/** Removes an event that the receiver has accepted or rejected, and resets the failure count. */
const REMOVE_EVENT = `
  WITH held AS (
    UPDATE ssf_stream SET failures = 0, failing_since = NULL WHERE domain_id = $1 AND id = $2 AND leases = $3 RETURNING id
  )
  DELETE FROM ssf_event USING held WHERE domain_id = $1 AND stream_id = held.id AND ssf_event.id = $4 RETURNING ssf_event.id`;

/** Determines which worker pushes which stream, and how that ends: RFC 8935. */
@Injectable()
export class SsfPushRepository extends DeliveryLeaseRepository<PushingStream> {
  constructor(database: Database) {
    super(database, TABLE);
  }

  /** Removes an event that the receiver has answered. @returns false if the lease is lost */
  async removeEvent({ domainId, id, lease }: PushingStream, eventId: string): Promise<boolean> {
    const [rows]: [unknown[], number] = await this.database.manager.query(REMOVE_EVENT, [domainId, id, lease, eventId]);
    return rows.length === 1;
  }

  /** Ends a lease after a failure. @returns seconds until the next attempt; null if the lease is lost */
  fail(stream: PushingStream, retryAfter: number | null): Promise<number | null> {
    return this.database.transaction(async () => ((await this.lock(stream)) ? this.endFailed(stream, retryAfter) : null));
  }
}
