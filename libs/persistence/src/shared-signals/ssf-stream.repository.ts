import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { getViolatedConstraint } from '../connection/database-error.js';
import { SsfStream, HAS_PENDING, IS_PUSHING, type SsfStreamStatus } from './ssf-stream.entity.js';
import { userIdOf } from '../user-id.js';

/** The client that a stream belongs to. */
export type SsfOwner = Pick<SsfStream, 'domainId' | 'clientId'>;
export type SsfStreamKey = Pick<SsfStream, 'domainId' | 'id'>;
/** A stream as operators see it: without its header. */
export type SsfStreamSummary = Omit<SsfStream, 'domainId' | 'authorizationHeader' | 'nextAttemptAt' | 'leases' | 'leasedUntil'> & {
  /** The number of events that its receiver has not taken. */
  pendingEvents: number;
};
/** How a stream delivers: by push to an endpoint, or by poll. */
export type SsfDelivery = Pick<SsfStream, 'pushEndpoint' | 'authorizationHeader'>;
/** The properties that the client sets. */
export type SsfConfiguration = SsfDelivery & Pick<SsfStream, 'eventsRequested' | 'description'>;

/** Ends the lease of a worker that pushes with the old configuration. Its result is ignored. */
const RESCHEDULE = `
  UPDATE ssf_stream SET leases = leases + 1, leased_until = NULL, failures = 0, failing_since = NULL,
    next_attempt_at = CASE WHEN ${IS_PUSHING} AND ${HAS_PENDING} THEN now() END
  WHERE domain_id = $1 AND id = $2`;

/** Streams of a domain, with what operators look for. */
const LIST = `
  SELECT id, client_id AS "clientId", events_requested AS "eventsRequested", description, status, status_reason AS "statusReason",
    push_endpoint AS "pushEndpoint", failures, failing_since AS "failingSince", verified_at AS "verifiedAt", created_at AS "createdAt",
    (SELECT count(*)::integer FROM ssf_event AS event WHERE event.domain_id = stream.domain_id AND event.stream_id = stream.id) AS "pendingEvents"
  FROM ssf_stream AS stream WHERE domain_id = $1 AND ($2::uuid IS NULL OR id = $2) ORDER BY created_at, id`;

/** The number is arbitrary, but no other kind of lock has it. */
const CREATION_LOCK = 1_936_945_011;

/** The streams of clients, and the users that they omit. */
@Injectable()
export class SsfStreamRepository {
  constructor(private readonly database: Database) {}

  /** Serializes the creation of streams in a domain until the transaction ends. @returns the number of other clients with a stream */
  async lockCreation({ domainId, clientId }: SsfOwner): Promise<number> {
    await this.database.manager.query(`SELECT pg_advisory_xact_lock(${CREATION_LOCK}, hashtext($1))`, [domainId]);
    const [row]: { count: number }[] = await this.database.manager.query(
      'SELECT count(*)::integer AS count FROM ssf_stream WHERE domain_id = $1 AND client_id <> $2',
      [domainId, clientId],
    );
    return row!.count;
  }

  /** @returns null if the client already has a stream */
  async create(owner: SsfOwner & SsfStreamKey, configuration: SsfConfiguration): Promise<SsfStream | null> {
    const stream = this.rows.create({ ...owner, ...configuration });
    try {
      await this.rows.insert(stream);
    } catch (error) {
      if (getViolatedConstraint(error) !== 'ssf_stream_owner') throw error;
      return null;
    }
    return this.find(owner);
  }

  find({ domainId, clientId }: SsfOwner): Promise<SsfStream | null> {
    return this.rows.findOneBy({ domainId, clientId });
  }

  /** All streams of a domain, oldest first. */
  list(domainId: string): Promise<SsfStreamSummary[]> {
    return this.database.manager.query(LIST, [domainId, null]);
  }

  async findSummary({ domainId, id }: SsfStreamKey): Promise<SsfStreamSummary | null> {
    const [stream]: SsfStreamSummary[] = await this.database.manager.query(LIST, [domainId, id]);
    return stream ?? null;
  }

  /** Locks the stream of an owner, or of an id, until the transaction ends against changes and new events. */
  lock(stream: SsfOwner | SsfStreamKey): Promise<SsfStream | null> {
    const { domainId } = stream;
    const where = 'id' in stream ? { domainId, id: stream.id } : { domainId, clientId: stream.clientId };
    return this.rows.findOne({ where, lock: { mode: 'for_no_key_update' } });
  }

  /** Replaces the configuration of a locked stream. Pending events become due if it pushes, whatever has failed before. */
  async replace({ domainId, id }: SsfStreamKey, configuration: SsfConfiguration): Promise<void> {
    await this.rows.update({ domainId, id }, { ...configuration });
    await this.database.manager.query(RESCHEDULE, [domainId, id]);
  }

  /** Sets the status of a locked stream. A disabled stream loses its events: OpenID SSF 1.0 section 8.1.2.1. */
  async setStatus({ domainId, id }: SsfStreamKey, status: SsfStreamStatus, statusReason: string | null): Promise<void> {
    await this.rows.update({ domainId, id }, { status, statusReason });
    if (status === 'disabled')
      await this.database.manager.query('DELETE FROM ssf_event WHERE domain_id = $1 AND stream_id = $2', [domainId, id]);
    await this.database.manager.query(RESCHEDULE, [domainId, id]);
  }

  async setVerified({ domainId, id }: SsfStreamKey): Promise<void> {
    await this.rows.update({ domainId, id }, { verifiedAt: () => 'now()' });
  }

  /** Removes the stream with its events. */
  async delete({ domainId, id }: SsfStreamKey): Promise<void> {
    await this.rows.delete({ domainId, id });
  }

  /** Omits a user from a locked stream; does nothing if there is no such user. @returns false if the stream already omits `max` users */
  async removeSubject({ domainId, id }: SsfStreamKey, subject: string, max: number): Promise<boolean> {
    const [row]: { count: number }[] = await this.database.manager.query(
      'SELECT count(*)::integer AS count FROM ssf_removed_subject WHERE domain_id = $1 AND stream_id = $2',
      [domainId, id],
    );
    if (row!.count >= max) return false;
    await this.database.manager.query(
      `INSERT INTO ssf_removed_subject (domain_id, stream_id, subject)
       SELECT $1::uuid, $2::uuid, sub FROM end_user WHERE domain_id = $1 AND sub = $3 ON CONFLICT DO NOTHING`,
      [domainId, id, userIdOf(domainId, subject)],
    );
    return true;
  }

  async addSubject({ domainId, id }: SsfStreamKey, subject: string): Promise<void> {
    await this.database.manager.query('DELETE FROM ssf_removed_subject WHERE domain_id = $1 AND stream_id = $2 AND subject = $3', [
      domainId,
      id,
      userIdOf(domainId, subject),
    ]);
  }

  private get rows() {
    return this.database.manager.getRepository(SsfStream);
  }
}
