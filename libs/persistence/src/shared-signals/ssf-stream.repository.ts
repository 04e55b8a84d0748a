import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { getViolatedConstraint } from '../connection/database-error.js';
import { SsfStream, type SsfStreamStatus } from './ssf-stream.entity.js';

/** The client that a stream belongs to. */
export type SsfOwner = Pick<SsfStream, 'domainId' | 'clientId'>;
export type SsfStreamKey = Pick<SsfStream, 'domainId' | 'id'>;
/** What the client sets. */
export type SsfConfiguration = Pick<SsfStream, 'eventsRequested' | 'description'>;

/** The streams of clients, and the users whose events they do not get. Each method acts on streams of the owner only. */
@Injectable()
export class SsfStreamRepository {
  constructor(private readonly database: Database) {}

  /** @returns null if the client has a stream */
  async create(owner: SsfOwner, configuration: SsfConfiguration): Promise<SsfStream | null> {
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

  /** Locks the stream until the transaction ends, against changes and new events. */
  lock({ domainId, clientId }: SsfOwner): Promise<SsfStream | null> {
    return this.rows.findOne({ where: { domainId, clientId }, lock: { mode: 'for_no_key_update' } });
  }

  /** Replaces the configuration of a locked stream. */
  async replace({ domainId, id }: SsfStreamKey, configuration: SsfConfiguration): Promise<void> {
    await this.rows.update({ domainId, id }, { ...configuration });
  }

  /** Sets the status of a locked stream. A disabled one loses its events: OpenID SSF 1.0 section 8.1.2.1. */
  async setStatus({ domainId, id }: SsfStreamKey, status: SsfStreamStatus, statusReason: string | null): Promise<void> {
    await this.rows.update({ domainId, id }, { status, statusReason });
    if (status === 'disabled')
      await this.database.manager.query('DELETE FROM ssf_event WHERE domain_id = $1 AND stream_id = $2', [domainId, id]);
  }

  async setVerified({ domainId, id }: SsfStreamKey): Promise<void> {
    await this.rows.update({ domainId, id }, { verifiedAt: () => 'now()' });
  }

  /** Removes the stream with its events. */
  async delete({ domainId, id }: SsfStreamKey): Promise<void> {
    await this.rows.delete({ domainId, id });
  }

  /** Omits a user from a locked stream; nothing happens if there is no such user. @returns false if the stream omits `max` users already */
  async removeSubject({ domainId, id }: SsfStreamKey, subject: string, max: number): Promise<boolean> {
    const [row]: { count: number }[] = await this.database.manager.query(
      'SELECT count(*)::integer AS count FROM ssf_removed_subject WHERE domain_id = $1 AND stream_id = $2',
      [domainId, id],
    );
    if (row!.count >= max) return false;
    await this.database.manager.query(
      `INSERT INTO ssf_removed_subject (domain_id, stream_id, subject)
       SELECT $1::uuid, $2::uuid, sub FROM end_user WHERE domain_id = $1 AND sub = $3 ON CONFLICT DO NOTHING`,
      [domainId, id, subject],
    );
    return true;
  }

  async addSubject({ domainId, id }: SsfStreamKey, subject: string): Promise<void> {
    await this.database.manager.query('DELETE FROM ssf_removed_subject WHERE domain_id = $1 AND stream_id = $2 AND subject = $3', [
      domainId,
      id,
      subject,
    ]);
  }

  private get rows() {
    return this.database.manager.getRepository(SsfStream);
  }
}
