import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { changeExpired } from '../expired-rows.js';
import type { Channel, Message, MessageState } from './message.entity.js';
import { userIdOf } from '../user-id.js';

export type NewMessage = Pick<Message, 'domainId' | 'id' | 'sub' | 'channel' | 'traceparent'> & { encrypted: Buffer };
export type MessageKey = Pick<Message, 'domainId' | 'id'>;
/** The key of a message and of one attempt at sending it. @property leaseId random */
export type MessageLease = MessageKey & { leaseId: string };

export type DueMessage = Pick<Message, 'domainId' | 'id' | 'traceparent'>;

/** A message that this process has leased until its next attempt is due. */
export interface LeasedMessage {
  channel: Channel;
  encrypted: Buffer;
  attempts: number;
}

export type WaitingMessage = Pick<Message, 'domainId' | 'id' | 'channel' | 'createdAt'> & { encrypted: Buffer };

/** The state of messages, independent of how they are sent. All times are the database's. */
@Injectable()
export class MessageRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores a message within the transaction of the event that it reports. The same statement checks the user, so nothing is stored for an
   * unknown one. A message without a user is for the recipient of a sign-up.
   *
   * @param lifetime seconds until it expires
   */
  async create({ domainId, id, sub, channel, encrypted, traceparent }: NewMessage, lifetime: number): Promise<void> {
    const user = sub === null ? null : userIdOf(domainId, sub);
    await this.database.manager.query(
      `INSERT INTO message (domain_id, id, sub, channel, encrypted, traceparent, expires_at)
       SELECT $1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7)
       WHERE $3::uuid IS NULL OR EXISTS (SELECT FROM end_user WHERE domain_id = $1 AND sub = $3)`,
      [domainId, id, user, channel, encrypted, traceparent, lifetime],
    );
  }

  /**
   * The due messages: the most overdue one of each domain, then the second of each, so that a domain with many does not delay the others.
   */
  listDue(limit: number): Promise<DueMessage[]> {
    return this.database.manager.query(
      `SELECT domain_id AS "domainId", id, traceparent FROM message WHERE state = 'waiting' AND next_attempt_at <= now()
       ORDER BY row_number() OVER (PARTITION BY domain_id ORDER BY next_attempt_at), next_attempt_at LIMIT $1`,
      [limit],
    );
  }

  /** How many seconds the longest waiting message that can still be sent has been due; 0 if none is. */
  async oldestDueSeconds(): Promise<number> {
    const [row]: { seconds: number }[] = await this.database.manager.query(
      `SELECT extract(epoch FROM now() - message.next_attempt_at)::float8 AS seconds
       FROM message JOIN domain ON domain.id = message.domain_id
       WHERE message.state = 'waiting' AND message.next_attempt_at <= now() AND message.expires_at > now() AND domain.status <> 'deleting'
       ORDER BY message.next_attempt_at LIMIT 1`,
    );
    return row?.seconds ?? 0;
  }

  /**
   * Leases the message to one caller and starts an attempt.
   *
   * @param seconds after which the caller counts as dead
   *
   * @returns null if there is nothing to send: the message was sent, expired, leased to another caller or removed, or its domain is being
   * deleted
   */
  async lease({ domainId, id, leaseId }: MessageLease, seconds: number): Promise<LeasedMessage | null> {
    const [rows]: [LeasedMessage[], number] = await this.database.manager.query(
      `UPDATE message SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $3), lease_id = $4
       FROM domain WHERE message.domain_id = $1 AND message.id = $2 AND message.state = 'waiting' AND message.next_attempt_at <= now()
         AND message.expires_at > now() AND domain.id = message.domain_id AND domain.status <> 'deleting'
       RETURNING message.channel, message.encrypted, message.attempts`,
      [domainId, id, seconds, leaseId],
    );
    return rows[0] ?? null;
  }

  /** Ends the lease, if the caller holds it, and postpones the next attempt. @param delay seconds */
  async postpone({ domainId, id, leaseId }: MessageLease, delay: number): Promise<void> {
    await this.database.manager.query(
      `UPDATE message SET next_attempt_at = now() + make_interval(secs => $3)
       WHERE domain_id = $1 AND id = $2 AND lease_id = $4 AND state = 'waiting'`,
      [domainId, id, delay, leaseId],
    );
  }

  /** Deletes the content, because nothing is left to do. */
  async finish({ domainId, id }: MessageKey, state: Exclude<MessageState, 'waiting'>): Promise<void> {
    await this.database.manager.query(
      `UPDATE message SET state = $3, encrypted = NULL WHERE domain_id = $1 AND id = $2 AND state = 'waiting'`,
      [domainId, id, state],
    );
  }

  /** Expires a batch of messages that were not sent in time. @returns their number */
  expire(limit: number): Promise<number> {
    const change = `UPDATE message SET state = 'expired', encrypted = NULL`;
    return changeExpired(this.database, { table: 'message', where: `expires_at <= now() AND state = 'waiting'`, change }, limit);
  }

  /** Removes a batch of messages that expired at least a day ago, whatever their state. @returns their number */
  deleteExpired(limit: number): Promise<number> {
    return changeExpired(this.database, { table: 'message', where: `expires_at < now() - interval '1 day'` }, limit);
  }

  /** The number of stored messages that were rejected, were not sent in time, or wait after this many attempts. */
  async countFailed(attempts: number): Promise<number> {
    const [row]: { messages: number }[] = await this.database.manager.query(
      `SELECT (SELECT count(*) FROM message WHERE state IN ('failed', 'expired'))::integer
         + (SELECT count(*) FROM message WHERE state = 'waiting' AND attempts >= $1)::integer AS messages`,
      [attempts],
    );
    return row!.messages;
  }

  /** The waiting messages in the domains of a subscription, newest first. */
  listWaiting(subscriptionId: string, limit: number): Promise<WaitingMessage[]> {
    return this.database.manager.query(
      `SELECT message.domain_id AS "domainId", message.id, message.channel, message.encrypted, message.created_at AS "createdAt"
       FROM message JOIN domain ON domain.id = message.domain_id
       WHERE domain.subscription_id = $1 AND domain.status <> 'deleting' AND message.state = 'waiting'
       ORDER BY message.created_at DESC, message.id LIMIT $2`,
      [subscriptionId, limit],
    );
  }
}
