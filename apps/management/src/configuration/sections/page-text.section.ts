import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { LANGUAGES, type PageTexts } from '@latchkey/page-texts';
import type { Domain } from '@latchkey/persistence';
import { createInvalidBodyProblem } from '@latchkey/problem';
import { ViolationCollector } from '../../http/violation-collector.js';
import { parsePageTexts } from '../../page-text/page-text.pipe.js';
import { PageTextService } from '../../page-text/page-text.service.js';
import { NO_SECRETS, sortMembers, type Section, type SectionChange } from '../section.js';

/** The operator's own texts of the pages, by language. A language that is absent has the standard ones. */
@Injectable()
export class PageTextSection implements Section<PageTexts> {
  readonly name = 'pageTexts';
  readonly permission = 'branding';

  constructor(private readonly texts: PageTextService) {}

  async read(domain: Domain): Promise<PageTexts> {
    return sortMembers((await this.texts.list(domain)).map(({ language, texts }) => [language, texts] as const));
  }

  async parse(_domain: Domain, value: unknown): Promise<PageTexts> {
    const collector = new ViolationCollector();
    const rule = { pointer: '', max: LANGUAGES.length, findNameViolation };
    const texts = await collector.parseMembers(value, rule, (member) => Promise.resolve(parsePageTexts(member)));
    if (collector.violations.length > 0) throw createInvalidBodyProblem(collector.violations);
    return Object.fromEntries(Object.entries(texts).filter(([, own]) => Object.keys(own).length > 0));
  }

  async apply({ domain, before, after }: SectionChange<PageTexts>): Promise<ReadonlyMap<string, string>> {
    for (const language of LANGUAGES.filter((each) => !isDeepStrictEqual(before[each], after[each])))
      await this.texts.replace(domain, { language, texts: { ...after[language] } }, () => undefined);
    return NO_SECRETS;
  }
}

function findNameViolation(language: string): string | null {
  return LANGUAGES.some((known) => known === language) ? null : `is not one of ${LANGUAGES.join(', ')}`;
}
