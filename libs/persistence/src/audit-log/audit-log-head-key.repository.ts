import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';

/** The key of the heads of chains: see AuditLogHeadKey. */
@Injectable()
export class AuditLogHeadKeyRepository {
  constructor(private readonly database: Database) {}

  /** @returns null if there is none */
  async find(): Promise<Buffer | null> {
    const [row]: { encrypted: Buffer }[] = await this.database.manager.query('SELECT encrypted FROM log_head_key');
    return row?.encrypted ?? null;
  }

  /** Whether the database has chains, which a release without this key has created. */
  async hasHeads(): Promise<boolean> {
    const [row]: [{ exists: boolean }] = await this.database.manager.query('SELECT EXISTS (SELECT FROM log_chain) AS exists');
    return row.exists;
  }

  /** Stores the key, unless there is one. A database whose heads have MACs has lost its key, and gets no other. */
  async create(encrypted: Buffer): Promise<void> {
    await this.database.manager.query(
      'INSERT INTO log_head_key (encrypted) SELECT $1 WHERE NOT EXISTS (SELECT FROM log_chain WHERE mac IS NOT NULL) ON CONFLICT DO NOTHING',
      [encrypted],
    );
  }
}
