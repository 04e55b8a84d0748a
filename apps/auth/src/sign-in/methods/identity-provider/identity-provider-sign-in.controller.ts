import { Controller, Param, Post, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../../../domain/served-domain.js';
import { PageErrorFilter } from '../../../pages/http/page-error.filter.js';
import { IdentityProviderSignInService } from './identity-provider-sign-in.service.js';
import { SignInContextLoader } from '../../context/sign-in-context.loader.js';

/** "Continue with NAME". */
@Controller('sign-in/:uid/provider')
@UseFilters(PageErrorFilter)
export class IdentityProviderSignInController {
  constructor(
    private readonly contexts: SignInContextLoader,
    private readonly identityProviderSignIn: IdentityProviderSignInService,
  ) {}

  @Post(':name')
  async begin(@CurrentVisit() current: Visit, @Param('name') name: string, @Res() _response: unknown): Promise<void> {
    await this.identityProviderSignIn.begin(await this.contexts.loadPost(current), name);
  }
}
