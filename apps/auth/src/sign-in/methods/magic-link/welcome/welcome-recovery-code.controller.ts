import { Controller, Get, Post, Query } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../../../domain/served-domain.service.js';
import { Page } from '../../../../pages/http/page.decorator.js';
import { sendRecoveryCodesFile } from '../../../../pages/http/recovery-codes-file.js';
import { AuthenticatorAppEnrolmentService } from '../../../state/authenticator-app-enrolment.service.js';
import { redirect } from '../../../context/sign-in-context.js';
import { showRecoveryCodesPage } from './welcome-pages.js';
import { WelcomeContextLoader, type WelcomeContext } from './welcome-context.loader.js';

/** Shows new recovery codes until the user acknowledges them. */
@Controller('account/welcome/recovery-codes')
@Page()
export class WelcomeRecoveryCodeController {
  constructor(
    private readonly contexts: WelcomeContextLoader,
    private readonly authenticatorApps: AuthenticatorAppEnrolmentService,
  ) {}

  @Get()
  async show(@CurrentDomainRequest() current: DomainRequest, @Query('link') id: unknown): Promise<void> {
    const { requestContext, codes } = await this.loadDisplayedCodes(current, id);
    if (codes.length > 0) showRecoveryCodesPage(requestContext, codes);
    else redirect(requestContext, requestContext.link.redirectUri);
  }

  @Get('download')
  async download(@CurrentDomainRequest() current: DomainRequest, @Query('link') id: unknown): Promise<void> {
    const { requestContext, codes } = await this.loadDisplayedCodes(current, id);
    if (codes.length > 0) sendRecoveryCodesFile(requestContext.response, requestContext.pageContext, codes);
    else redirect(requestContext, requestContext.link.redirectUri);
  }

  /** The user confirms that they have saved the codes. */
  @Post()
  async acknowledge(@CurrentDomainRequest() current: DomainRequest, @Query('link') id: unknown): Promise<void> {
    const requestContext = await this.contexts.loadPost(current, id);
    await this.authenticatorApps.acknowledgeRecoveryCodes(requestContext.domain, requestContext.sub);
    redirect(requestContext, requestContext.link.redirectUri);
  }

  private async loadDisplayedCodes(current: DomainRequest, id: unknown): Promise<{ requestContext: WelcomeContext; codes: string[] }> {
    const requestContext = await this.contexts.load(current, id);
    return {
      requestContext,
      codes: await this.authenticatorApps.listDisplayedRecoveryCodes(
        requestContext.domain,
        requestContext.sub,
        requestContext.displayScope,
      ),
    };
  }
}
