import { LANGUAGES, type Language } from '@latchkey/page-texts';
import { Controller, Post } from '@nestjs/common';
import type { Request } from 'express';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { COOKIES, setCookie } from './cookies.js';
import { LANGUAGE_PATH } from './language.cookie.js';
import { Page } from './page.decorator.js';
import { PageRefusal } from './page-refusal.js';

/** A path of this host. `//` and `/\` would lead to another one. */
const LOCAL_PATH = /^\/(?![/\\])[\x21-\x7e]*$/;

/** The choice of the language in the footer of the pages. Its form needs no CSRF token, since it only sets a preference. */
@Controller(LANGUAGE_PATH)
@Page()
export class LanguageController {
  @Post()
  choose(@CurrentDomainRequest() current: DomainRequest): void {
    const { request, response, domain } = current;
    const { language, to } = ((request as Request).body ?? {}) as Record<string, unknown>;
    // control: the choice of a language leads to no other host
    if (!isLanguage(language) || typeof to !== 'string' || !LOCAL_PATH.test(to)) throw new PageRefusal('forbidden', 400, domain.branding);
    setCookie(current, COOKIES.language, { value: language });
    response.writeHead(303, { Location: to, 'Cache-Control': 'no-store' }).end();
  }
}

function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((each) => each === value);
}
