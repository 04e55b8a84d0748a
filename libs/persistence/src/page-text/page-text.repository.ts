import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { PageText } from './page-text.entity.js';

@Injectable()
export class PageTextRepository {
  constructor(private readonly database: Database) {}

  /** The operator's texts in each language that has some, sorted by language. */
  list(domainId: string): Promise<PageText[]> {
    return this.rows.find({ where: { domainId }, order: { language: 'ASC' } });
  }

  /** @returns an empty object if the operator has chosen none */
  async find(domainId: string, language: string): Promise<PageText['texts']> {
    return (await this.rows.findOneBy({ domainId, language }))?.texts ?? {};
  }

  /** Replaces all texts of a language. */
  async put({ domainId, language, texts }: PageText): Promise<void> {
    if (Object.keys(texts).length === 0) await this.rows.delete({ domainId, language });
    else await this.rows.upsert({ domainId, language, texts }, ['domainId', 'language']);
  }

  private get rows() {
    return this.database.manager.getRepository(PageText);
  }
}
