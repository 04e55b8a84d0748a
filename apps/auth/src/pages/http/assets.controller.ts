import { Controller, Get } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { Page } from './page.decorator.js';
import { PageRefusal } from './page-refusal.js';
import { sendAsset } from './send-asset.js';

/** Serves the stylesheet, script and icon of the pages. */
@Controller('assets')
@Page()
export class AssetsController {
  @Get(':name')
  show(@CurrentDomainRequest() { request, response }: DomainRequest): void {
    if (!sendAsset(response, request.url ?? '')) throw new PageRefusal('not-found', 404);
  }
}
