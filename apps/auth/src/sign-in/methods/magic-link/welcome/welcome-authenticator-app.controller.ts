import { Controller, Get, Post, Query } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../../../domain/served-domain.service.js';
import { Page } from '../../../../pages/http/page.decorator.js';
import { toInputError, setFlashMessage, takeFlashMessage } from '../../../../pages/http/flash-message.js';
import { AuthenticatorAppEnrolmentService } from '../../../state/authenticator-app-enrolment.service.js';
import { readFormField, redirect } from '../../../context/sign-in-context.js';
import { WelcomeEnrolmentService } from './welcome-enrolment.service.js';
import { showAuthenticatorAppPage, getWelcomePath } from './welcome-pages.js';
import { WelcomeContextLoader } from './welcome-context.loader.js';

/** Enrolment of an authenticator app after a magic link created by the API. */
@Controller('account/welcome/authenticator-app')
@Page()
export class WelcomeAuthenticatorAppController {
  constructor(
    private readonly contexts: WelcomeContextLoader,
    private readonly enrolments: WelcomeEnrolmentService,
    private readonly authenticatorApps: AuthenticatorAppEnrolmentService,
  ) {}

  @Post()
  async begin(@CurrentDomainRequest() current: DomainRequest, @Query('link') id: unknown): Promise<void> {
    const requestContext = await this.contexts.loadPost(current, id);
    await this.enrolments.requireOffered(requestContext, 'totp');
    await this.authenticatorApps.begin(requestContext.domain, requestContext.sub);
    redirect(requestContext, getWelcomePath(requestContext, '/authenticator-app'));
  }

  @Get()
  async show(@CurrentDomainRequest() current: DomainRequest, @Query('link') id: unknown): Promise<void> {
    const requestContext = await this.contexts.load(current, id);
    const isOffered = (await this.enrolments.listOffers(requestContext)).includes('totp');
    const app = isOffered ? await this.authenticatorApps.findPending(requestContext.domain, requestContext.sub) : null;
    if (app) showAuthenticatorAppPage(requestContext, app, toInputError(takeFlashMessage(requestContext)));
    else redirect(requestContext, getWelcomePath(requestContext));
  }

  @Post('code')
  async confirm(@CurrentDomainRequest() current: DomainRequest, @Query('link') id: unknown): Promise<void> {
    const requestContext = await this.contexts.loadPost(current, id);
    await this.enrolments.requireOffered(requestContext, 'totp');
    if (!(await this.authenticatorApps.confirm(requestContext.domain, requestContext.sub, readFormField(requestContext, 'code')))) {
      setFlashMessage(requestContext, '/account/welcome/authenticator-app', 'code-wrong');
      return redirect(requestContext, getWelcomePath(requestContext, '/authenticator-app'));
    }
    const hasNewCodes = await this.authenticatorApps.createRecoveryCodes(
      requestContext.domain,
      requestContext.sub,
      requestContext.displayScope,
    );
    redirect(requestContext, hasNewCodes ? getWelcomePath(requestContext, '/recovery-codes') : requestContext.link.redirectUri);
  }

  /** Returns to the choice of methods. */
  @Post('cancel')
  async cancel(@CurrentDomainRequest() current: DomainRequest, @Query('link') id: unknown): Promise<void> {
    const requestContext = await this.contexts.loadPost(current, id);
    redirect(requestContext, getWelcomePath(requestContext));
  }
}
