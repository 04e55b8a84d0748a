import { Controller, Param, Post } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../../domain/served-domain.service.js';
import { Page } from '../../../pages/http/page.decorator.js';
import { IdentityProviderSignInService } from './identity-provider-sign-in.service.js';
import { SignInContextLoader } from '../../context/sign-in-context.loader.js';

/** "Continue with NAME". */
@Controller('sign-in/:uid/provider')
@Page()
export class IdentityProviderSignInController {
  constructor(
    private readonly contexts: SignInContextLoader,
    private readonly identityProviderSignIn: IdentityProviderSignInService,
  ) {}

  @Post(':name')
  async begin(@CurrentDomainRequest() current: DomainRequest, @Param('name') name: string): Promise<void> {
    await this.identityProviderSignIn.begin(await this.contexts.loadPost(current), name);
  }
}
