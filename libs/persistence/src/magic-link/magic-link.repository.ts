import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import type { MagicLink } from './magic-link.entity.js';

export type NewMagicLink = Pick<MagicLink, 'domainId' | 'hash' | 'sub' | 'redirectUri' | 'resetPasskeys'>;

@Injectable()
export class MagicLinkRepository {
  constructor(private readonly database: Database) {}

  /** @param lifetime seconds for which the link can be redeemed */
  async create({ domainId, hash, sub, redirectUri, resetPasskeys }: NewMagicLink, lifetime: number): Promise<void> {
    await this.database.manager.query(
      `INSERT INTO magic_link (domain_id, hash, sub, redirect_uri, reset_passkeys, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
      [domainId, hash, sub, redirectUri, resetPasskeys, lifetime],
    );
  }

  /** Removes a batch of links that expired a day ago or earlier. @returns how many */
  async deleteExpired(limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.database.manager.query(
      `DELETE FROM magic_link WHERE ctid = ANY (ARRAY (SELECT ctid FROM magic_link WHERE expires_at < now() - interval '1 day' LIMIT $1))`,
      [limit],
    );
    return count;
  }
}
