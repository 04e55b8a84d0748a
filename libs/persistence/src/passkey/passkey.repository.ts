import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { Passkey } from './passkey.entity.js';
import { selectSubOfOwner, userIdOf, withUserId } from '../user-id.js';

export type NewPasskey = Omit<Passkey, 'id' | 'createdAt' | 'lastUsedAt'>;
/** The values that an authenticator reports at each use. */
export type PasskeyUse = Pick<Passkey, 'domainId' | 'id' | 'signCount' | 'backedUp'>;

/** Accepts a rising counter, or authenticators without one. */
// control: the signature counter of a passkey must rise
const HAS_VALID_COUNTER = '(sign_count < $3::bigint OR (sign_count = 0 AND $3::bigint = 0))';

@Injectable()
export class PasskeyRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores a passkey of an active user, unless the domain already has its credential id or the user has reached the limit.
   *
   * @returns the stored passkey, or null
   */
  create(passkey: NewPasskey, limit: number): Promise<Passkey | null> {
    const { domainId, sub } = withUserId(passkey);
    return this.database.transaction(async () => {
      // Serializes the calls. Otherwise concurrent ones could each find room for one more.
      // control: a user has no more passkeys than the limit, however many are made at the same time
      const owner: unknown[] = await this.database.manager.query(
        'SELECT 1 FROM end_user WHERE domain_id = $1 AND sub = $2 AND active FOR NO KEY UPDATE',
        [domainId, sub],
      );
      if (owner.length === 0 || (await this.rows.countBy({ domainId, sub })) >= limit) return null;
      const { raw } = await this.rows
        .createQueryBuilder()
        .insert()
        .values({ ...passkey, sub })
        .orIgnore()
        .returning('id')
        .execute();
      const [row] = raw as { id: string }[];
      return row ? named(await this.rows.findOneByOrFail({ domainId, id: row.id }), passkey.sub) : null;
    });
  }

  /** Finds the passkey of an active user by the id from its authenticator. */
  async findByCredential(domainId: string, credentialId: Buffer): Promise<Passkey | null> {
    // control: a passkey is looked up in its own domain only
    // control: a passkey of an inactive user is not found
    const { entities, raw } = await this.rows
      .createQueryBuilder('passkey')
      .addSelect(selectSubOfOwner('passkey'), 'owner')
      .where('passkey.domain_id = :domainId AND passkey.credential_id = :credentialId', { domainId, credentialId })
      .andWhere('EXISTS (SELECT FROM end_user AS u WHERE u.domain_id = passkey.domain_id AND u.sub = passkey.sub AND u.active)')
      .getRawAndEntities<{ owner: string }>();
    return entities[0] ? named(entities[0], raw[0]!.owner) : null;
  }

  /** The passkeys of a user, oldest first. */
  async list(domainId: string, sub: string): Promise<Passkey[]> {
    const passkeys = await this.rows.find({ where: withUserId({ domainId, sub }), order: { createdAt: 'ASC', id: 'ASC' } });
    return passkeys.map((passkey) => named(passkey, sub));
  }

  /** Stores a use. @returns false if the signature counter did not rise, so that the passkey may be cloned */
  async recordUse({ domainId, id, signCount, backedUp }: PasskeyUse): Promise<boolean> {
    const [, count]: [unknown, number] = await this.database.manager.query(
      `UPDATE passkey SET sign_count = $3, backed_up = $4, last_used_at = now() WHERE domain_id = $1 AND id = $2 AND ${HAS_VALID_COUNTER}`,
      [domainId, id, signCount, backedUp],
    );
    return count === 1;
  }

  /** @returns false if the user has no such passkey */
  async rename({ domainId, sub, id }: Pick<Passkey, 'domainId' | 'sub' | 'id'>, name: string): Promise<boolean> {
    const { affected } = await this.rows.update(withUserId({ domainId, sub, id }), { name });
    return affected === 1;
  }

  /** @returns false if the user has no such passkey */
  async delete({ domainId, sub, id }: Pick<Passkey, 'domainId' | 'sub' | 'id'>): Promise<boolean> {
    const { affected } = await this.rows.delete(withUserId({ domainId, sub, id }));
    return affected === 1;
  }

  /** Removes all passkeys of a user, and every challenge that could create another one. @returns the number of passkeys */
  deleteAll(domainId: string, sub: string): Promise<number> {
    return this.database.transaction(async () => {
      await this.database.manager.query('DELETE FROM passkey_challenge WHERE domain_id = $1 AND sub = $2', [
        domainId,
        userIdOf(domainId, sub),
      ]);
      const { affected } = await this.rows.delete(withUserId({ domainId, sub }));
      return affected ?? 0;
    });
  }

  private get rows() {
    return this.database.manager.getRepository(Passkey);
  }
}

function named(passkey: Passkey, sub: string): Passkey {
  return Object.assign(passkey, { sub });
}
