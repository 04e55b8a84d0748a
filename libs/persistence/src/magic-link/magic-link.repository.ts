import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { END_MAGIC_LINKS } from '../end-magic-links.js';
import { changeExpired } from '../expired-rows.js';
import { CONTACT_ATTRIBUTES } from '../select-attributes.js';
import type { Attributes } from '../user/user.entity.js';
import type { MagicLink } from './magic-link.entity.js';
import { selectSubOfOwner, userIdOf } from '../user-id.js';

export type NewMagicLink = Pick<MagicLink, 'domainId' | 'hash' | 'sub' | 'resetPasskeys'> & MagicLinkDestination;
/** The target of a link: an operator's URL, or the interaction in which it was requested. */
export type MagicLinkDestination =
  | { redirectUri: string; interactionUid?: null; channel?: null }
  | { redirectUri?: null; interactionUid: string; channel: NonNullable<MagicLink['channel']> };

/** A link that is displayed, but not redeemed. */
export type RedeemableMagicLink = Pick<MagicLink, 'sub' | 'resetPasskeys' | 'redirectUri' | 'interactionUid' | 'channel'> & {
  attributes: Attributes;
};
export type RedeemedMagicLink = Omit<RedeemableMagicLink, 'attributes'>;

// control: a magic link works once
const IS_USABLE = 'used_at IS NULL AND expires_at > clock_timestamp()';
/** Null if a version without epochs has created it. */
// control: a magic link ends when its user is deactivated
const IS_CURRENT_EPOCH = 'coalesce(magic_link.sign_in_epoch, end_user.sign_in_epoch) = end_user.sign_in_epoch';
const RETURNED_COLUMNS = `${selectSubOfOwner('magic_link')} AS sub, reset_passkeys AS "resetPasskeys", redirect_uri AS "redirectUri", interaction_uid AS "interactionUid", channel`;

@Injectable()
export class MagicLinkRepository {
  constructor(private readonly database: Database) {}

  /**
   * The same statement checks the user, so no link is stored for an unknown one.
   *
   * @param lifetime seconds for which the link can be redeemed
   */
  async create(link: NewMagicLink, lifetime: number): Promise<void> {
    const { domainId, hash, sub, resetPasskeys, redirectUri, interactionUid, channel } = link;
    await this.database.manager.query(
      `INSERT INTO magic_link (domain_id, hash, sub, redirect_uri, reset_passkeys, interaction_uid, channel, expires_at,
         sign_in_epoch)
       SELECT domain_id, $2, sub, $4, $5, $6, $7, clock_timestamp() + make_interval(secs => $8), sign_in_epoch
       FROM end_user WHERE domain_id = $1 AND sub = $3`,
      [domainId, hash, userIdOf(domainId, sub), redirectUri ?? null, resetPasskeys, interactionUid ?? null, channel ?? null, lifetime],
    );
  }

  /** Finds a link that can be redeemed, with its user. */
  async find(domainId: string, hash: Buffer): Promise<RedeemableMagicLink | null> {
    const [link]: RedeemableMagicLink[] = await this.database.manager.query(
      `SELECT ${RETURNED_COLUMNS}, ${CONTACT_ATTRIBUTES} FROM magic_link JOIN end_user USING (domain_id, sub)
       WHERE domain_id = $1 AND hash = $2 AND ${IS_USABLE} AND ${IS_CURRENT_EPOCH} AND active AND identity_provider = 'local'`,
      [domainId, hash],
    );
    return link ?? null;
  }

  /**
   * Redeems a link; only one of concurrent callers succeeds. Locks the user first, as changes to users do; the user must be allowed to sign
   * in. Call it in a transaction.
   *
   * @returns null if the link is unknown, used or expired, or its user may not sign in
   */
  async redeem(domainId: string, hash: Buffer): Promise<RedeemedMagicLink | null> {
    const users: unknown[] = await this.database.manager.query(
      `SELECT 1 FROM end_user JOIN magic_link USING (domain_id, sub)
       WHERE domain_id = $1 AND hash = $2 AND ${IS_CURRENT_EPOCH} AND active AND identity_provider = 'local' FOR NO KEY UPDATE OF end_user`,
      [domainId, hash],
    );
    if (users.length === 0) return null;
    // control: a magic link is redeemed in its own domain only
    const [links]: [RedeemedMagicLink[], number] = await this.database.manager.query(
      `UPDATE magic_link SET used_at = clock_timestamp() WHERE domain_id = $1 AND hash = $2 AND ${IS_USABLE} RETURNING ${RETURNED_COLUMNS}`,
      [domainId, hash],
    );
    return links[0] ?? null;
  }

  /** A link that was redeemed recently. @param seconds since then, at most */
  async findRedeemed(domainId: string, hash: Buffer, seconds: number): Promise<RedeemedMagicLink | null> {
    // control: a magic link was redeemed in its own domain only
    const [link]: RedeemedMagicLink[] = await this.database.manager.query(
      `SELECT ${RETURNED_COLUMNS} FROM magic_link WHERE domain_id = $1 AND hash = $2 AND used_at > clock_timestamp() - make_interval(secs => $3)`,
      [domainId, hash, seconds],
    );
    return link ?? null;
  }

  /** The user of a link, redeemed or not. @returns null if the link or the user does not exist */
  async findOwner(domainId: string, hash: Buffer): Promise<string | null> {
    // control: a magic link has an owner in its own domain only
    const [link]: { sub: string }[] = await this.database.manager.query(
      `SELECT ${selectSubOfOwner('magic_link')} AS sub FROM magic_link WHERE domain_id = $1 AND hash = $2`,
      [domainId, hash],
    );
    return link?.sub ?? null;
  }

  /** Invalidates all links of a user. */
  async invalidateAll(domainId: string, sub: string): Promise<void> {
    await this.database.manager.query(END_MAGIC_LINKS, [domainId, userIdOf(domainId, sub)]);
  }

  /** Removes a batch of links that expired at least a day ago. @returns their number */
  deleteExpired(limit: number): Promise<number> {
    return changeExpired(this.database, { table: 'magic_link', where: `expires_at < now() - interval '1 day'` }, limit);
  }
}
