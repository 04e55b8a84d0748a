import { Controller, Get, Post } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../../domain/served-domain.service.js';
import { CodeSignInService } from './code-sign-in.service.js';
import { Page } from '../../../pages/http/page.decorator.js';

/** "Use an authenticator app", "Use a recovery code": shows the code field and verifies the code. */
@Controller('sign-in/:uid')
@Page()
export class CodeSignInController {
  constructor(private readonly codeSignIn: CodeSignInService) {}

  @Post('authenticator-app')
  beginTotp(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.codeSignIn.begin(current, 'totp');
  }

  @Get('authenticator-app')
  showTotp(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.codeSignIn.show(current, 'totp');
  }

  @Post('authenticator-app/code')
  verifyTotp(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.codeSignIn.verify(current, 'totp');
  }

  @Post('recovery-code')
  beginRecoveryCode(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.codeSignIn.begin(current, 'recovery-code');
  }

  @Get('recovery-code')
  showRecoveryCode(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.codeSignIn.show(current, 'recovery-code');
  }

  @Post('recovery-code/code')
  verifyRecoveryCode(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.codeSignIn.verify(current, 'recovery-code');
  }
}
