import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';

/** The value that proves the master key of a database: see MasterKeyProof in libs/crypto. */
@Injectable()
export class MasterKeyProofRepository {
  constructor(private readonly database: Database) {}

  async find(): Promise<Buffer | null> {
    const [row]: { encrypted: Buffer }[] = await this.database.manager.query('SELECT encrypted FROM master_key_proof');
    return row?.encrypted ?? null;
  }

  /** If several processes start at the same time, the first one stores its proof. */
  async create(encrypted: Buffer): Promise<void> {
    await this.database.manager.query('INSERT INTO master_key_proof (encrypted) VALUES ($1) ON CONFLICT DO NOTHING', [encrypted]);
  }

  /** The first four bytes of an encrypted value identify its master key. */
  async listOneSigningKeyPerMasterKey(): Promise<Buffer[]> {
    const rows: { encrypted: Buffer }[] = await this.database.manager.query(
      'SELECT DISTINCT ON (substring(private_key FROM 1 FOR 4)) private_key AS encrypted FROM signing_key',
    );
    return rows.map(({ encrypted }) => encrypted);
  }
}
