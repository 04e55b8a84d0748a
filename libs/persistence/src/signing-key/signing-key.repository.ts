import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { SigningKey } from './signing-key.entity.js';

/** A new key, with the time for which it is published before it signs. */
export type NewSigningKey = Omit<SigningKey, 'createdAt' | 'signsFrom'> & { leadSeconds: number };

/** That the newest key of a domain is older than $1 days. */
const IS_DUE = `status <> 'deleting' AND (SELECT max(created_at) FROM signing_key WHERE domain_id = domain.id) < now() - make_interval(days => $1)`;

@Injectable()
export class SigningKeyRepository {
  constructor(private readonly database: Database) {}

  /** Publishes a key that begins to sign after its lead time. */
  async create({ leadSeconds, ...key }: NewSigningKey): Promise<void> {
    await this.database.manager.query(
      `INSERT INTO signing_key (domain_id, kid, algorithm, public_jwk, private_key, signs_from)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
      [key.domainId, key.kid, key.algorithm, key.publicJwk, key.privateKey, leadSeconds],
    );
  }

  /** The keys of a domain, newest first. */
  list(domainId: string): Promise<SigningKey[]> {
    return this.rows.find({ where: { domainId }, order: { signsFrom: 'DESC', kid: 'ASC' } });
  }

  /** The domains, except those in deletion, whose newest key is older than the given days. */
  async listDueForRotation(days: number): Promise<string[]> {
    const rows: { id: string }[] = await this.database.manager.query(`SELECT id FROM domain WHERE ${IS_DUE} ORDER BY id`, [days]);
    return rows.map(({ id }) => id);
  }

  async isDueForRotation(domainId: string, days: number): Promise<boolean> {
    const rows: unknown[] = await this.database.manager.query(`SELECT FROM domain WHERE ${IS_DUE} AND id = $2`, [days, domainId]);
    return rows.length === 1;
  }

  /**
   * Removes the keys that were superseded so long ago that every token they signed has expired, and raises the domains' revisions.
   * @returns how many were removed
   */
  async retire(graceSeconds: number): Promise<number> {
    const [row]: { retired: number }[] = await this.database.manager.query(
      `WITH retired AS (
         DELETE FROM signing_key AS old USING domain
         WHERE domain.id = old.domain_id AND EXISTS (
           SELECT FROM signing_key AS newer WHERE newer.domain_id = old.domain_id AND newer.signs_from > old.signs_from
             AND newer.signs_from + make_interval(secs => domain.longest_expiry + $1::integer) < now())
         RETURNING old.domain_id),
       raised AS (UPDATE domain SET revision = nextval('revision') WHERE id IN (SELECT domain_id FROM retired))
       SELECT count(*)::integer AS retired FROM retired`,
      [graceSeconds],
    );
    return row?.retired ?? 0;
  }

  private get rows() {
    return this.database.manager.getRepository(SigningKey);
  }
}
