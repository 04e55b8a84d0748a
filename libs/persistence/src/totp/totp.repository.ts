import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { Totp } from './totp.entity.js';
import { userIdOf, withUserId } from '../user-id.js';

export type TotpKey = Pick<Totp, 'domainId' | 'sub'>;
/** An encrypted secret, and the database's time in seconds since the epoch. */
export interface TotpAttempt {
  secret: Buffer;
  now: number;
}

const NOW = 'extract(epoch FROM clock_timestamp())::float8 AS now';
const ENROL = `
  INSERT INTO totp (domain_id, sub, last_step, pending_secret, pending_until)
  SELECT domain_id, sub, 0, $3, now() + make_interval(secs => $4) FROM end_user WHERE domain_id = $1 AND sub = $2 AND active
  ON CONFLICT (domain_id, sub) DO UPDATE SET pending_secret = EXCLUDED.pending_secret, pending_until = EXCLUDED.pending_until`;
const CONFIRM = `
  UPDATE totp SET secret = pending_secret, confirmed_at = now(), last_step = $4, failures = 0, locked_until = NULL, known_failures = 0, known_locked_until = NULL,
    pending_secret = NULL, pending_until = NULL
  WHERE domain_id = $1 AND sub = $2 AND pending_secret = $3 AND pending_until > now()`;
/** The columns that count wrong codes. */
interface FailureCounter {
  failures: string;
  lockedUntil: string;
}
const FAILURE_COUNTERS = {
  unknown: { failures: 'failures', lockedUntil: 'locked_until' },
  known: { failures: 'known_failures', lockedUntil: 'known_locked_until' },
} as const satisfies Record<string, FailureCounter>;

const OF_USER = 'WHERE domain_id = $1 AND sub = $2';
/** Counts an attempt before its code is checked, so that concurrent attempts cannot exceed the limit. */
// control: wrong codes of an authenticator app lock the method
const buildBeginAttempt = ({ failures, lockedUntil }: FailureCounter) => `
  UPDATE totp SET ${failures} = CASE WHEN ${lockedUntil} IS NULL THEN ${failures} + 1 ELSE 1 END,
    ${lockedUntil} = CASE WHEN ${lockedUntil} IS NULL AND ${failures} + 1 >= $3 THEN now() + make_interval(secs => $4) END
  ${OF_USER} AND secret IS NOT NULL AND (${lockedUntil} IS NULL OR ${lockedUntil} <= now())
  RETURNING secret, ${NOW}`;
// control: a code of an authenticator app is accepted once
const buildAcceptAttempt = ({ failures, lockedUntil }: FailureCounter) => `
  UPDATE totp SET last_step = $4, last_used_at = now(), ${failures} = 0, ${lockedUntil} = NULL ${OF_USER} AND secret = $3 AND last_step < $4`;
const buildRevertAttempt = ({ failures, lockedUntil }: FailureCounter) =>
  `UPDATE totp SET ${failures} = greatest(${failures} - 1, 0), ${lockedUntil} = NULL ${OF_USER} AND secret = $3`;

/** The number of wrong codes that lock a counter, and the seconds for which they do. */
export interface TotpLimit {
  failures: number;
  seconds: number;
  /** Whether the user has signed in with this browser before. */
  isKnownBrowser: boolean;
}

/** An attempt that has started. */
export type CountedTotpAttempt = TotpAttempt & Pick<TotpLimit, 'isKnownBrowser'>;

@Injectable()
export class TotpRepository {
  constructor(private readonly database: Database) {}

  find({ domainId, sub }: TotpKey): Promise<Totp | null> {
    return this.rows.findOneBy(withUserId({ domainId, sub }));
  }

  /**
   * Stores a secret until it is confirmed; the current one stays valid meanwhile.
   * @param lifetime seconds within which it can be confirmed
   * @returns false if there is no such active user
   */
  async enrol({ domainId, sub }: TotpKey, encrypted: Buffer, lifetime: number): Promise<boolean> {
    const rows: unknown[] = await this.database.manager.query(`${ENROL} RETURNING sub`, [
      domainId,
      userIdOf(domainId, sub),
      encrypted,
      lifetime,
    ]);
    return rows.length === 1;
  }

  /** The pending secret, if there is one. */
  async findPending({ domainId, sub }: TotpKey): Promise<TotpAttempt | null> {
    const [row]: TotpAttempt[] = await this.database.manager.query(
      `SELECT pending_secret AS secret, ${NOW} FROM totp WHERE domain_id = $1 AND sub = $2 AND pending_until > now()`,
      [domainId, userIdOf(domainId, sub)],
    );
    return row ?? null;
  }

  async clearPending({ domainId, sub }: TotpKey): Promise<void> {
    await this.rows.update(withUserId({ domainId, sub }), { pendingSecret: null, pendingUntil: null });
  }

  /** Makes a pending secret the current one. @returns false if it is no longer pending */
  confirm({ domainId, sub }: TotpKey, pending: Buffer, step: number): Promise<boolean> {
    return this.updateOne(CONFIRM, [domainId, userIdOf(domainId, sub), pending, step]);
  }

  /**
   * Starts an attempt, which counts as a wrong code unless it is accepted or withdrawn.
   * @returns null if there is no current secret, or it is locked
   */
  async beginAttempt({ domainId, sub }: TotpKey, { failures, seconds, isKnownBrowser }: TotpLimit): Promise<CountedTotpAttempt | null> {
    const statement = buildBeginAttempt(getFailureCounter({ isKnownBrowser }));
    const [rows]: [TotpAttempt[], number] = await this.database.manager.query(statement, [
      domainId,
      userIdOf(domainId, sub),
      failures,
      seconds,
    ]);
    return rows[0] ? { ...rows[0], isKnownBrowser } : null;
  }

  /** Consumes a time step; only one of concurrent callers succeeds. @returns false if it or a later one was used before */
  acceptAttempt({ domainId, sub }: TotpKey, attempt: CountedTotpAttempt, step: number): Promise<boolean> {
    return this.updateOne(buildAcceptAttempt(getFailureCounter(attempt)), [domainId, userIdOf(domainId, sub), attempt.secret, step]);
  }

  /** Withdraws an attempt that was not a guess, so that it does not count as a wrong code. */
  async revertAttempt({ domainId, sub }: TotpKey, attempt: CountedTotpAttempt): Promise<void> {
    await this.updateOne(buildRevertAttempt(getFailureCounter(attempt)), [domainId, userIdOf(domainId, sub), attempt.secret]);
  }

  /** @returns false if no secret was in use */
  async delete({ domainId, sub }: TotpKey): Promise<boolean> {
    const [rows]: [{ used: boolean }[], number] = await this.database.manager.query(
      'DELETE FROM totp WHERE domain_id = $1 AND sub = $2 RETURNING secret IS NOT NULL AS used',
      [domainId, userIdOf(domainId, sub)],
    );
    return rows[0]?.used ?? false;
  }

  private async updateOne(statement: string, values: unknown[]): Promise<boolean> {
    const [, count]: [unknown, number] = await this.database.manager.query(statement, values);
    return count === 1;
  }

  private get rows() {
    return this.database.manager.getRepository(Totp);
  }
}

function getFailureCounter({ isKnownBrowser }: Pick<TotpLimit, 'isKnownBrowser'>): FailureCounter {
  return isKnownBrowser ? FAILURE_COUNTERS.known : FAILURE_COUNTERS.unknown;
}
