import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { ReceiptKey } from './receipt-key.entity.js';

export interface NewReceiptKey {
  kid: string;
  publicJwk: object;
  privateKey: Buffer;
}

@Injectable()
export class ReceiptKeyRepository {
  constructor(private readonly database: Database) {}

  /** All keys, newest first. */
  list(): Promise<ReceiptKey[]> {
    return this.database.manager.getRepository(ReceiptKey).find({ order: { createdAt: 'DESC', kid: 'ASC' } });
  }

  async create(key: NewReceiptKey): Promise<void> {
    await this.database.manager.getRepository(ReceiptKey).insert(key);
  }
}
