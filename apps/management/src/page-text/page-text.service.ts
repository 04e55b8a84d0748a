import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { TEXTS, type Language } from '@latchkey/page-texts';
import { PageTextRepository, type Domain, type Precondition } from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import type { PageTextsResponse } from './page-text.dto.js';
import { sortTexts } from './page-text.pipe.js';

type Texts = Record<string, string>;

/** The texts of the pages that an operator has chosen. */
@Injectable()
export class PageTextService {
  constructor(
    private readonly changes: DomainChangeService,
    private readonly texts: PageTextRepository,
    private readonly log: AuditLogService,
  ) {}

  async list({ id }: Domain): Promise<PageTextsResponse[]> {
    return (await this.texts.list(id)).map(({ language, texts }) => ({ language: language as Language, texts: sortTexts(texts) }));
  }

  async get({ id }: Domain, language: Language): Promise<Texts> {
    return sortTexts(await this.texts.find(id, language));
  }

  /** The standard texts. */
  getDefaults(language: Language): Texts {
    return sortTexts(TEXTS[language]);
  }

  /** Replaces the texts of a language. Pages show them within seconds. @param texts valid ones; empty: the standard ones */
  async replace(domain: Domain, { language, texts }: PageTextsResponse, precondition: Precondition<Texts>): Promise<void> {
    await this.changes.changeAlone(domain, async () => {
      const before = await this.get(domain, language);
      await precondition(before, Object.keys(before).length === 0);
      if (isDeepStrictEqual(before, sortTexts(texts))) return;
      await this.texts.put({ domainId: domain.id, language, texts });
      await this.changes.raiseRevision(domain);
      await this.log.record(domain.id, { type: 'branding.updated', data: { changed: [`text.${language}`] } });
    });
  }
}
