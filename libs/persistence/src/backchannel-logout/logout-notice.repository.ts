import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { StoredSigningAlgorithm } from '../domain/domain.entity.js';
import { LogoutNotice } from './logout-notice.entity.js';
import { selectSub } from '../user-id.js';

export type LogoutNoticeKey = Pick<LogoutNotice, 'domainId' | 'id'>;
/** @property attempts that have started, including the one that is due */
export type DueLogoutNotice = Pick<LogoutNotice, 'domainId' | 'id' | 'attempts' | 'traceparent'>;

/** A notice that this process has leased until its next attempt is due. */
export type LeasedLogoutNotice = Pick<LogoutNotice, 'clientId' | 'sub' | 'sid' | 'attempts'> & {
  uri: string;
  /** The name of the domain. */
  domain: string;
  /** The algorithms of the client's ID tokens in order of preference. */
  idTokenAlgorithms: StoredSigningAlgorithm[];
  /** Whether the notice has expired. */
  expired: boolean;
};

/** Seconds until the next attempt: longer than one attempt takes, doubled each time, plus a random part of up to half. */
const RETRY_DELAY = 'make_interval(secs => least(900, 5 * 2 ^ least(attempts, 10)) * (1 + random() / 2))';
const LEASE_NOTICE = `
  UPDATE logout_notice AS notice SET attempts = attempts + 1, next_attempt_at = now() + ${RETRY_DELAY}
  FROM domain, client, backchannel_logout AS logout
  WHERE notice.domain_id = $1 AND notice.id = $2 AND notice.attempts = $3 - 1 AND notice.next_attempt_at <= now()
    AND domain.id = notice.domain_id AND domain.status <> 'deleting'
    AND client.domain_id = notice.domain_id AND client.client_id = notice.client_id
    AND logout.domain_id = notice.domain_id AND logout.client_id = notice.client_id
  RETURNING notice.client_id AS "clientId", ${selectSub('notice')} AS sub, notice.sid, notice.attempts, logout.uri, domain.name AS domain,
    coalesce(client.id_token_algorithms, '{}') || domain.id_token_algorithms AS "idTokenAlgorithms",
    notice.expires_at <= now() AS expired`;

/** Pending logout notices, which end-sessions.ts stores. All times are the database's. */
@Injectable()
export class LogoutNoticeRepository {
  constructor(private readonly database: Database) {}

  /**
   * The due notices: the most overdue one of each domain, then the second of each, so that a domain with many does not delay the others.
   */
  listDue(limit: number): Promise<DueLogoutNotice[]> {
    return this.database.manager.query(
      `SELECT domain_id AS "domainId", id, attempts, traceparent FROM logout_notice WHERE next_attempt_at <= now()
       ORDER BY row_number() OVER (PARTITION BY domain_id ORDER BY next_attempt_at), next_attempt_at LIMIT $1`,
      [limit],
    );
  }

  /** How many seconds the longest waiting notice has been due; 0 if none is. */
  async oldestDueSeconds(): Promise<number> {
    const [row]: { seconds: number }[] = await this.database.manager.query(
      `SELECT extract(epoch FROM now() - notice.next_attempt_at)::float8 AS seconds
       FROM logout_notice AS notice JOIN domain ON domain.id = notice.domain_id
       WHERE notice.next_attempt_at <= now() AND domain.status <> 'deleting'
       ORDER BY notice.next_attempt_at LIMIT 1`,
    );
    return row?.seconds ?? 0;
  }

  /**
   * Leases the notice to one caller, and counts the attempt from its start. The next attempt is due after the lease, whether or not this
   * one finishes.
   *
   * @param attempt its number, from 1
   *
   * @returns null if there is nothing to send: the notice was delivered, the client no longer wants it, or the attempt was already made
   */
  async lease({ domainId, id }: LogoutNoticeKey, attempt: number): Promise<LeasedLogoutNotice | null> {
    const [rows]: [LeasedLogoutNotice[], number] = await this.database.manager.query(LEASE_NOTICE, [domainId, id, attempt]);
    return rows[0] ?? null;
  }

  /** Deletes a delivered notice. @returns whether this call did so */
  async delete({ domainId, id }: LogoutNoticeKey): Promise<boolean> {
    const { affected } = await this.rows.delete({ domainId, id });
    return affected === 1;
  }

  /** The number of clients whose notices have failed this often and are still retried. */
  async countFailed(attempts: number): Promise<number> {
    const [row]: { notices: number }[] = await this.database.manager.query(
      'SELECT count(*)::integer AS notices FROM logout_notice WHERE attempts >= $1',
      [attempts],
    );
    return row!.notices;
  }

  private get rows() {
    return this.database.manager.getRepository(LogoutNotice);
  }
}
