import { Body, Controller, Delete, Get, HttpCode, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { LANGUAGES, MAX_TEXTS_BYTES, type Language } from '@latchkey/page-texts';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { UnpagedList } from '../http/total-count.interceptor.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { PageLanguagePipe } from './page-language.pipe.js';
import { PAGE_TEXTS_SCHEMA, PageTextsResponse } from './page-text.dto.js';
import { PageTextPipe } from './page-text.pipe.js';
import { PageTextService } from './page-text.service.js';

const LanguageParameter = () => ApiParam({ name: 'language', schema: { type: 'string', enum: [...LANGUAGES] } });
type Texts = Record<string, string>;

@ApiTags('Branding')
@DomainParameter()
@Controller('v1/domain/:domain/branding/text')
@UseGuards(CurrentDomainGuard)
export class PageTextController {
  constructor(private readonly texts: PageTextService) {}

  @Get()
  @RequiresPermission('branding:read')
  @ApiOperation({ operationId: 'listPageTexts', summary: "List the operator's own texts of the pages, for each language that has some" })
  @UnpagedList(PageTextsResponse)
  @ApiProblems('invalid-request', 'domain-not-found')
  list(@CurrentDomain() domain: Domain): Promise<PageTextsResponse[]> {
    return this.texts.list(domain);
  }

  @Get(':language')
  @LanguageParameter()
  @RequiresPermission('branding:read')
  @ApiOperation({ operationId: 'getPageTexts', summary: "Show the operator's own texts of the pages in a language, by their keys" })
  @ConditionalGet()
  @ApiOkResponse({ schema: PAGE_TEXTS_SCHEMA })
  @ApiProblems('invalid-request', 'domain-not-found')
  get(@CurrentDomain() domain: Domain, @Param('language', PageLanguagePipe) language: Language): Promise<Texts> {
    return this.texts.get(domain, language);
  }

  @Get(':language/default')
  @LanguageParameter()
  @RequiresPermission('branding:read')
  @ApiOperation({ operationId: 'getDefaultPageTexts', summary: 'Show all standard texts of the pages in a language, by their keys' })
  @ConditionalGet()
  @ApiOkResponse({ schema: PAGE_TEXTS_SCHEMA })
  @ApiProblems('invalid-request', 'domain-not-found')
  getDefaults(@Param('language', PageLanguagePipe) language: Language): Texts {
    return this.texts.getDefaults(language);
  }

  @Put(':language')
  @HttpCode(204)
  @LanguageParameter()
  @RequiresPermission('branding:write')
  @ApiOperation({
    operationId: 'replacePageTexts',
    summary: 'Replace the texts of the pages in a language',
    description:
      `Keys are those of getDefaultPageTexts. A text is plain, of one line and 500 characters at most, and has the placeholders of the standard one. ` +
      `All of a language have ${MAX_TEXTS_BYTES} bytes at most. Texts that are absent are the standard ones.`,
  })
  @ApiBody({ schema: PAGE_TEXTS_SCHEMA })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'precondition-failed')
  async replace(
    @CurrentDomain() domain: Domain,
    @Param('language', PageLanguagePipe) language: Language,
    @Body(PageTextPipe) texts: Texts,
    @RequestPrecondition() precondition: Precondition<Texts>,
  ): Promise<void> {
    await this.texts.replace(domain, { language, texts }, precondition);
  }

  @Delete(':language')
  @HttpCode(204)
  @LanguageParameter()
  @RequiresPermission('branding:write')
  @ApiOperation({ operationId: 'deletePageTexts', summary: 'Use the standard texts of the pages in a language again' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'precondition-failed')
  async delete(
    @CurrentDomain() domain: Domain,
    @Param('language', PageLanguagePipe) language: Language,
    @RequestPrecondition() precondition: Precondition<Texts>,
  ): Promise<void> {
    await this.texts.replace(domain, { language, texts: {} }, precondition);
  }
}
