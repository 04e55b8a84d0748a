import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { getViolatedConstraint } from '../connection/database-error.js';
import { SsfStream, HAS_PENDING, IS_PUSHING, type SsfStreamStatus } from './ssf-stream.entity.js';
import { userIdOf } from '../user-id.js';

/** The client that a stream belongs to. */
export type SsfOwner = Pick<SsfStream, 'domainId' | 'clientId'>;
export type SsfStreamKey = Pick<SsfStream, 'domainId' | 'id'>;
/** How a stream delivers: by push to an endpoint, or by poll. */
export type SsfDelivery = Pick<SsfStream, 'pushEndpoint' | 'authorizationHeader'>;
/** The properties that the client sets. */
export type SsfConfiguration = SsfDelivery & Pick<SsfStream, 'eventsRequested' | 'description'>;

/** Ends the lease of a worker that pushes with the old configuration. Its result is ignored. */
const RESCHEDULE = `
  UPDATE ssf_stream SET leases = leases + 1, leased_until = NULL, failures = 0, failing_since = NULL,
    next_attempt_at = CASE WHEN ${IS_PUSHING} AND ${HAS_PENDING} THEN now() END
  WHERE domain_id = $1 AND id = $2`;

/** The number is arbitrary, but no other kind of lock has it. */
const CREATION_LOCK = 1_936_945_011;

/** The streams of clients, and the users that they omit. Each method acts only on streams of the owner. */
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

  /** Locks the stream until the transaction ends against changes and new events. */
  lock({ domainId, clientId }: SsfOwner): Promise<SsfStream | null> {
    return this.rows.findOne({ where: { domainId, clientId }, lock: { mode: 'for_no_key_update' } });
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
