import { Controller, Get, Post, Res, UseFilters } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../../domain/served-domain.service.js';
import { CodeSignInService } from './code-sign-in.service.js';
import { PageErrorFilter } from '../../../pages/http/page-error.filter.js';

/** "Use an authenticator app", "Use a recovery code": shows the code field and verifies the code. */
@Controller('sign-in/:uid')
@UseFilters(PageErrorFilter)
export class CodeSignInController {
  constructor(private readonly codeSignIn: CodeSignInService) {}

  @Post('authenticator-app')
  beginTotp(@CurrentDomainRequest() current: DomainRequest, @Res() _response: unknown): Promise<void> {
    return this.codeSignIn.begin(current, 'totp');
  }

  @Get('authenticator-app')
  showTotp(@CurrentDomainRequest() current: DomainRequest, @Res() _response: unknown): Promise<void> {
    return this.codeSignIn.show(current, 'totp');
  }

  @Post('authenticator-app/code')
  verifyTotp(@CurrentDomainRequest() current: DomainRequest, @Res() _response: unknown): Promise<void> {
    return this.codeSignIn.verify(current, 'totp');
  }

  @Post('recovery-code')
  beginRecoveryCode(@CurrentDomainRequest() current: DomainRequest, @Res() _response: unknown): Promise<void> {
    return this.codeSignIn.begin(current, 'recovery-code');
  }

  @Get('recovery-code')
  showRecoveryCode(@CurrentDomainRequest() current: DomainRequest, @Res() _response: unknown): Promise<void> {
    return this.codeSignIn.show(current, 'recovery-code');
  }

  @Post('recovery-code/code')
  verifyRecoveryCode(@CurrentDomainRequest() current: DomainRequest, @Res() _response: unknown): Promise<void> {
    return this.codeSignIn.verify(current, 'recovery-code');
  }
}
