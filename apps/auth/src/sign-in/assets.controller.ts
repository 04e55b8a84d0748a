import { Controller, Get, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { sendAsset } from '../pages/send-asset.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { PageRefusal } from '../pages/page-refusal.js';

/** The stylesheet, the script and the icon of the pages. */
@Controller('assets')
@UseFilters(PageErrorFilter)
export class AssetsController {
  @Get(':name')
  show(@CurrentVisit() { request, response }: Visit, @Res() _answered: unknown): void {
    if (!sendAsset(response, request.url ?? '')) throw new PageRefusal('not-found', 404);
  }
}
