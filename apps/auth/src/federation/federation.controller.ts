import { Controller, Get, Param, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { FederationCallback } from './federation-callback.js';
import { SignedOut } from './signed-out.js';

/** Where providers send people back to. */
@Controller('connect/federation/:name')
@UseFilters(PageErrorFilter)
export class FederationController {
  constructor(
    private readonly callback: FederationCallback,
    private readonly signedOut: SignedOut,
  ) {}

  @Get()
  async receive(@CurrentVisit() visit: Visit, @Param('name') name: string, @Res() _answered: unknown): Promise<void> {
    const address = await this.callback.receive(visit, name);
    visit.response.writeHead(303, { Location: address, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).end();
  }

  /** And after they have signed out there. */
  @Get('signed-out')
  leave(@CurrentVisit() visit: Visit, @Res() _answered: unknown): void {
    this.signedOut.leave(visit);
  }
}
