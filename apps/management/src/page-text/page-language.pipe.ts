import { Injectable, type PipeTransform } from '@nestjs/common';
import { LANGUAGES, type Language } from '@latchkey/page-texts';
import { Problem } from '@latchkey/problem';

/** A language of the pages in a path. */
@Injectable()
export class PageLanguagePipe implements PipeTransform<string, Language> {
  transform(value: string): Language {
    const language = LANGUAGES.find((known) => known === value);
    if (!language)
      throw new Problem('invalid-request', `language must be one of ${LANGUAGES.join(', ')}. Received: ${JSON.stringify(value)}`);
    return language;
  }
}
