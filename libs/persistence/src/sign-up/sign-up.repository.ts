import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { changeExpired } from '../expired-rows.js';
import type { SignUp } from './sign-up.entity.js';

export type NewSignUp = Pick<SignUp, 'domainId' | 'hash' | 'id' | 'email' | 'interactionUid' | 'redirectUri'> &
  Partial<Pick<SignUp, 'roles' | 'attributes'>>;
/** A sign-up whose link can be used. */
export type OpenSignUp = Pick<SignUp, 'email' | 'interactionUid' | 'redirectUri' | 'roles' | 'attributes'>;

/** An invitation that its recipient has not accepted. */
export type PendingInvitation = Pick<SignUp, 'id' | 'email' | 'roles' | 'attributes' | 'createdAt' | 'expiresAt'> & { redirectUri: string };

const IS_USABLE = 'expires_at > clock_timestamp()';
const INVITATION = 'id, email, roles, attributes, redirect_uri AS "redirectUri", created_at AS "createdAt", expires_at AS "expiresAt"';
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

  /** The invitations that can be accepted, oldest first. */
  listInvitations(domainId: string): Promise<PendingInvitation[]> {
    return this.database.manager.query(
      `SELECT ${INVITATION} FROM sign_up WHERE domain_id = $1 AND redirect_uri IS NOT NULL AND ${IS_USABLE} ORDER BY created_at, id`,
      [domainId],
    );
  }

  /** Removes the invitations of an address, and counts the others of the domain. @returns the number of the others */
  async replaceInvitations(domainId: string, email: string): Promise<number> {
    await this.database.manager.query('DELETE FROM sign_up WHERE domain_id = $1 AND redirect_uri IS NOT NULL AND email = $2', [
      domainId,
      email,
    ]);
    const [row]: { others: number }[] = await this.database.manager.query(
      `SELECT count(*)::integer AS others FROM sign_up WHERE domain_id = $1 AND redirect_uri IS NOT NULL AND ${IS_USABLE}`,
      [domainId],
    );
    return row!.others;
  }

  /** @returns false if there is no such invitation */
  async deleteInvitation(domainId: string, id: string): Promise<boolean> {
    // control: an invitation is revoked in its own domain only
    const [, count]: [unknown, number] = await this.database.manager.query(
      `DELETE FROM sign_up WHERE domain_id = $1 AND id = $2 AND redirect_uri IS NOT NULL AND ${IS_USABLE}`,
      [domainId, id],
    );
    return count > 0;
  }

  /** Removes a batch of links that expired at least a day ago. @returns their number */
  deleteExpired(limit: number): Promise<number> {
    return changeExpired(this.database, { table: 'sign_up', where: `expires_at < now() - interval '1 day'` }, limit);
  }
}
