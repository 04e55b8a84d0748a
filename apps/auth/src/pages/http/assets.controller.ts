import { Controller, Get, Res, UseFilters } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PageRefusal } from './page-refusal.js';
import { sendAsset } from './send-asset.js';

/** Serves the stylesheet, script and icon of the pages. */
@Controller('assets')
@UseFilters(PageErrorFilter)
export class AssetsController {
  @Get(':name')
  show(@CurrentDomainRequest() { request, response }: DomainRequest, @Res() _response: unknown): void {
    if (!sendAsset(response, request.url ?? '')) throw new PageRefusal('not-found', 404);
  }
}
