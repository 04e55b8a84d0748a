import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { EnrolmentService } from './enrolment.service.js';
import { Page } from '../../pages/http/page.decorator.js';

/** Enrolment of a passkey or an authenticator app during sign-in, after a magic link. */
@Controller('sign-in/:uid')
@Page()
export class EnrolmentController {
  constructor(private readonly enrolment: EnrolmentService) {}

  @Post('new-passkey/options')
  @HttpCode(200)
  passkeyOptions(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.enrolment.passkeyOptions(current);
  }

  @Post('new-passkey')
  createPasskey(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.enrolment.createPasskey(current);
  }

  @Post('new-authenticator-app')
  beginApp(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.enrolment.beginApp(current);
  }

  @Get('new-authenticator-app')
  showApp(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.enrolment.showApp(current);
  }

  @Post('new-authenticator-app/code')
  confirmApp(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.enrolment.confirmApp(current);
  }

  /** Returns to the choice of methods. */
  @Post('new-authenticator-app/cancel')
  cancelApp(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.enrolment.cancelApp(current);
  }

  @Get('recovery-codes')
  showCodes(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.enrolment.showCodes(current);
  }

  @Get('recovery-codes/download')
  downloadCodes(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.enrolment.downloadCodes(current);
  }

  /** The user confirms that they have saved the codes. */
  @Post('recovery-codes')
  acknowledgeCodes(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.enrolment.acknowledgeCodes(current);
  }
}
