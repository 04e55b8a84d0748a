import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { SigningKeyRepository, type NewSigningKey } from './signing-key.repository.js';

/** Like DomainRepository.lockExisting, which the auth server does not have. */
const LOCK_DOMAIN = `SELECT 1 FROM domain WHERE id = $1 AND status <> 'deleting' FOR NO KEY UPDATE`;
const RAISE_REVISION = `UPDATE domain SET revision = nextval('revision') WHERE id = $1`;

/** Signing keys that the auth server stores. */
@Injectable()
export class FirstSigningKeyRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeyRepository,
  ) {}

  /**
   * Publishes a domain's first key of an algorithm, which signs immediately. Only one of concurrent callers does so.
   *
   * @returns false if the domain has a key of the algorithm, is gone or is being deleted
   */
  create(key: Omit<NewSigningKey, 'leadSeconds'>): Promise<boolean> {
    return this.database.transaction(async () => {
      const { manager } = this.database;
      const existing: unknown[] = await manager.query(LOCK_DOMAIN, [key.domainId]);
      const present = await this.keys.list(key.domainId);
      if (existing.length === 0 || present.some(({ algorithm }) => algorithm === key.algorithm)) return false;
      await this.keys.create({ ...key, leadSeconds: 0 });
      await manager.query(RAISE_REVISION, [key.domainId]);
      return true;
    });
  }
}
