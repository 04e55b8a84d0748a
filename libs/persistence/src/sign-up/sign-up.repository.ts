import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { changeExpired } from '../expired-rows.js';
import type { SignUp } from './sign-up.entity.js';

export type NewSignUp = Pick<SignUp, 'domainId' | 'hash' | 'id' | 'email' | 'interactionUid' | 'redirectUri'> &
  Partial<Pick<SignUp, 'roles' | 'attributes'>>;
/** A sign-up whose link can be used. */
export type OpenSignUp = Pick<SignUp, 'email' | 'interactionUid' | 'redirectUri' | 'roles' | 'attributes'>;

const IS_USABLE = 'expires_at > clock_timestamp()';
const COLUMNS = 'email, interaction_uid AS "interactionUid", redirect_uri AS "redirectUri", roles, attributes';

/** Links by which people create accounts. All times are the database's. */
@Injectable()
export class SignUpRepository {
  constructor(private readonly database: Database) {}

  /** @param lifetime seconds for which the link can be used */
  async create({ domainId, hash, id, email, interactionUid, redirectUri, roles, attributes }: NewSignUp, lifetime: number): Promise<void> {
    await this.database.manager.query(
      `INSERT INTO sign_up (domain_id, hash, id, email, interaction_uid, redirect_uri, roles, attributes, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + make_interval(secs => $9))`,
      [domainId, hash, id, email, interactionUid, redirectUri, roles ?? [], JSON.stringify(attributes ?? {}), lifetime],
    );
  }

  /** @returns null if the link is unknown, used, expired or of another domain */
  async find(domainId: string, hash: Buffer): Promise<OpenSignUp | null> {
    const [found]: OpenSignUp[] = await this.database.manager.query(
      `SELECT ${COLUMNS} FROM sign_up WHERE domain_id = $1 AND hash = $2 AND ${IS_USABLE}`,
      [domainId, hash],
    );
    return found ?? null;
  }

  /** Uses the link, and forgets it; only one of concurrent callers succeeds. @returns null as `find` does */
  async redeem(domainId: string, hash: Buffer): Promise<OpenSignUp | null> {
    // control: the link of a sign-up works in its own domain only
    const [redeemed]: [OpenSignUp[], number] = await this.database.manager.query(
      `DELETE FROM sign_up WHERE domain_id = $1 AND hash = $2 AND ${IS_USABLE} RETURNING ${COLUMNS}`,
      [domainId, hash],
    );
    return redeemed[0] ?? null;
  }

  /** Removes a batch of links that expired at least a day ago. @returns their number */
  deleteExpired(limit: number): Promise<number> {
    return changeExpired(this.database, { table: 'sign_up', where: `expires_at < now() - interval '1 day'` }, limit);
  }
}
