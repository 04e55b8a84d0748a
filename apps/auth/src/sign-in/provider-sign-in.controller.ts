import { Controller, Param, Post, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { ProviderSignIn } from './provider-sign-in.js';
import { Visits } from './visits.js';

/** "Continue with NAME". */
@Controller('sign-in/:uid/provider')
@UseFilters(PageErrorFilter)
export class ProviderSignInController {
  constructor(
    private readonly visits: Visits,
    private readonly federation: ProviderSignIn,
  ) {}

  @Post(':name')
  async begin(@CurrentVisit() current: Visit, @Param('name') name: string, @Res() _answered: unknown): Promise<void> {
    await this.federation.begin(await this.visits.submit(current), name);
  }
}
