import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../../../domain/served-domain.service.js';
import { Page } from '../../../../pages/http/page.decorator.js';
import { PageRefusal } from '../../../../pages/http/page-refusal.js';
import { toInputError, setFlashMessage, takeFlashMessage } from '../../../../pages/http/flash-message.js';
import { PasskeyService } from '../../../../passkey/passkey.service.js';
import { parseJson } from '../../../context/parse-json.js';
import { AuthenticatorAppEnrolmentService } from '../../../state/authenticator-app-enrolment.service.js';
import { readFormField, redirect, sendJson } from '../../../context/sign-in-context.js';
import { WelcomeEnrolmentService } from './welcome-enrolment.service.js';
import { showEnrolmentPage, getWelcomePath } from './welcome-pages.js';
import { WelcomeContextLoader, type WelcomeContext } from './welcome-context.loader.js';

/** Offers a passkey to users without another method, between a magic link created by the API and its redirect URI. */
@Controller('account/welcome')
@Page()
export class WelcomeController {
  constructor(
    private readonly contexts: WelcomeContextLoader,
    private readonly enrolments: WelcomeEnrolmentService,
    private readonly passkeys: PasskeyService,
    private readonly authenticatorApps: AuthenticatorAppEnrolmentService,
  ) {}

  @Get()
  async show(@CurrentDomainRequest() current: DomainRequest, @Query('link') id: unknown): Promise<void> {
    const requestContext = await this.contexts.load(current, id);
    const enrolments = await this.enrolments.listOffers(requestContext);
    if (enrolments.length === 0) redirect(requestContext, await this.getNextLocation(requestContext));
    else showEnrolmentPage(requestContext, enrolments, toInputError(takeFlashMessage(requestContext)));
  }

  @Post('passkey/options')
  @HttpCode(200)
  async options(@CurrentDomainRequest() current: DomainRequest, @Query('link') id: unknown): Promise<void> {
    const requestContext = await this.contexts.loadPost(current, id);
    await this.enrolments.requireOffered(requestContext, 'passkey');
    const options = await this.passkeys.registrationOptions(requestContext.domain, requestContext.sub);
    if (!options) throw new PageRefusal('account-inactive', 403, requestContext.domain.branding);
    sendJson(requestContext, options);
  }

  @Post('passkey')
  async create(@CurrentDomainRequest() current: DomainRequest, @Query('link') id: unknown): Promise<void> {
    const requestContext = await this.contexts.loadPost(current, id);
    await this.enrolments.requireOffered(requestContext, 'passkey');
    const response = parseJson(readFormField(requestContext, 'response'));
    const created =
      response !== undefined && (await this.passkeys.verifyRegistration(requestContext.domain, requestContext.sub, { response }));
    if (!created) setFlashMessage(requestContext, '/account/welcome', response === undefined ? 'passkey-needs-script' : 'passkey-failed');
    redirect(requestContext, created ? requestContext.link.redirectUri : getWelcomePath(requestContext));
  }

  /** "Not now". */
  @Post('finish')
  async finish(@CurrentDomainRequest() current: DomainRequest, @Query('link') id: unknown): Promise<void> {
    const requestContext = await this.contexts.loadPost(current, id);
    redirect(requestContext, requestContext.link.redirectUri);
  }

  /** Redirects users without an offer to the link's redirect URI, or first to unacknowledged recovery codes. */
  private async getNextLocation(requestContext: WelcomeContext): Promise<string> {
    const codes = await this.authenticatorApps.listDisplayedRecoveryCodes(
      requestContext.domain,
      requestContext.sub,
      requestContext.displayScope,
    );
    return codes.length > 0 ? getWelcomePath(requestContext, '/recovery-codes') : requestContext.link.redirectUri;
  }
}
