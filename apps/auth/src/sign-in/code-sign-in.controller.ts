import { Controller, Get, Post, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { CodeSignIn } from './code-sign-in.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';

/** "Use an authenticator app", "Use a recovery code": the page with the field, and what was typed into it. */
@Controller('sign-in/:uid')
@UseFilters(PageErrorFilter)
export class CodeSignInController {
  constructor(private readonly codes: CodeSignIn) {}

  @Post('authenticator-app')
  askForTotp(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    return this.codes.ask(current, 'totp');
  }

  @Get('authenticator-app')
  showTotp(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    return this.codes.show(current, 'totp');
  }

  @Post('authenticator-app/code')
  verifyTotp(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    return this.codes.verify(current, 'totp');
  }

  @Post('recovery-code')
  askForRecoveryCode(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    return this.codes.ask(current, 'recovery-code');
  }

  @Get('recovery-code')
  showRecoveryCode(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    return this.codes.show(current, 'recovery-code');
  }

  @Post('recovery-code/code')
  verifyRecoveryCode(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    return this.codes.verify(current, 'recovery-code');
  }
}
