import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { Branding } from './branding.entity.js';

@Injectable()
export class BrandingRepository {
  constructor(private readonly database: Database) {}

  /** @returns null if nothing has been configured */
  find(domainId: string): Promise<Branding | null> {
    return this.rows.findOneBy({ domainId });
  }

  /** Replaces the whole branding. */
  async put(branding: Branding): Promise<void> {
    await this.rows.upsert(branding, ['domainId']);
  }

  private get rows() {
    return this.database.manager.getRepository(Branding);
  }
}
