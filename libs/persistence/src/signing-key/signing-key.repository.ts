import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { StoredSigningAlgorithm } from '../domain/domain.entity.js';
import { SigningKey } from './signing-key.entity.js';

/** A new key with the time for which it is published before it signs. */
export type NewSigningKey = Omit<SigningKey, 'createdAt' | 'signsFrom'> & { leadSeconds: number };

/** A domain that needs a new key of an algorithm. */
export interface DueRotation {
  domainId: string;
  algorithm: StoredSigningAlgorithm;
}

/** `required`: every domain has a key of it. `lazy`: the auth server creates its first key on demand. */
export interface KeyAlgorithms {
  required: StoredSigningAlgorithm;
  lazy: StoredSigningAlgorithm;
}

/**
 * The algorithms for which a domain needs a new key: those that it has or signs with, and the required one ($2), if their newest key is
 * older than $1 days or missing. The lazy one ($3) is not due before its first key exists.
 */
const DUE = `
  SELECT domain.id AS "domainId", wanted.algorithm FROM domain
  CROSS JOIN LATERAL (
    SELECT algorithm, max(created_at) AS newest_at FROM (
      SELECT algorithm, created_at FROM signing_key WHERE domain_id = domain.id
      UNION ALL SELECT unnest(array_remove($2::text || id_token_algorithms || access_token_algorithms, $3::text)), '-infinity') AS key
    GROUP BY algorithm) AS wanted
  WHERE domain.status NOT IN ('deleting', 'importing') AND wanted.newest_at < now() - make_interval(days => $1)`;

@Injectable()
export class SigningKeyRepository {
  constructor(private readonly database: Database) {}

  /** Publishes a key that starts to sign after its lead time. */
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

  /**
   * The due keys of these domains, except those in deletion.
   *
   * @param domainIds each is looked up, so pass only some of many domains
   *
   * @param days the age at which a key is due
   */
  listDueForRotation(domainIds: readonly string[], days: number, { required, lazy }: KeyAlgorithms): Promise<DueRotation[]> {
    const values = [days, required, lazy, domainIds];
    return this.database.manager.query(`${DUE} AND domain.id = ANY ($4::uuid[]) ORDER BY domain.id, wanted.algorithm`, values);
  }

  async isDueForRotation({ domainId, algorithm }: DueRotation, days: number, { required, lazy }: KeyAlgorithms): Promise<boolean> {
    const values = [days, required, lazy, domainId, algorithm];
    const rows: unknown[] = await this.database.manager.query(`${DUE} AND domain.id = $4 AND wanted.algorithm = $5`, values);
    return rows.length === 1;
  }

  /** Removes one key. @returns false if the domain has no such key */
  async delete(domainId: string, kid: string): Promise<boolean> {
    return (await this.rows.delete({ domainId, kid })).affected === 1;
  }

  /**
   * Removes the keys of these domains that a newer key of their algorithm superseded so long ago that all their tokens have expired, and
   * raises the domains' revisions.
   *
   * @param domainIds each is looked up, so pass only some of many domains
   * @returns the number of removed keys
   */
  async retire(domainIds: readonly string[], graceSeconds: number): Promise<number> {
    const [row]: { retired: number }[] = await this.database.manager.query(
      `WITH retired AS (
         DELETE FROM signing_key AS old USING domain
         WHERE old.domain_id = ANY ($2::uuid[]) AND domain.id = old.domain_id AND EXISTS (
           SELECT FROM signing_key AS newer WHERE newer.domain_id = old.domain_id AND newer.algorithm = old.algorithm
             AND newer.signs_from > old.signs_from AND newer.signs_from + make_interval(secs => domain.longest_expiry + $1::integer) < now())
         RETURNING old.domain_id),
       raised AS (UPDATE domain SET revision = nextval('revision') WHERE id IN (SELECT domain_id FROM retired))
       SELECT count(*)::integer AS retired FROM retired`,
      [graceSeconds, domainIds],
    );
    return row?.retired ?? 0;
  }

  private get rows() {
    return this.database.manager.getRepository(SigningKey);
  }
}
