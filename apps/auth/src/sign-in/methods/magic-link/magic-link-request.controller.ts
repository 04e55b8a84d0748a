import { Controller, Get, Post } from '@nestjs/common';
import { ClientAddressService } from '../../../domain/client-address.service.js';
import { CurrentDomainRequest, type DomainRequest } from '../../../domain/served-domain.service.js';
import { MAGIC_LINK_TTL_SECONDS } from './magic-link-token.js';
import { MagicLinkRequestService } from './magic-link-request.service.js';
import { FormSubmissionService } from '../../../pages/http/form-submission.service.js';
import { Page } from '../../../pages/http/page.decorator.js';
import { KnownBrowserService } from '../../../authorization/known-browser.service.js';
import { showInboxPage } from '../../state/sign-in-pages.js';
import { PAGE_PATHS, getRequestId, readFormField, redirectWithError } from '../../context/sign-in-context.js';
import { SignInContextLoader } from '../../context/sign-in-context.loader.js';
import { describeApplication } from '../../../client/client-name.js';

/** "Email me a link", "Text me a link". Page and response time are the same for unknown usernames. */
@Controller('sign-in/:uid')
@Page()
export class MagicLinkRequestController {
  constructor(
    private readonly contexts: SignInContextLoader,
    private readonly links: MagicLinkRequestService,
    private readonly clientAddresses: ClientAddressService,
    private readonly knownBrowsers: KnownBrowserService,
    private readonly submissions: FormSubmissionService,
  ) {}

  @Post('email')
  sendEmail(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.send(current, 'email');
  }

  @Post('sms')
  sendSms(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.send(current, 'sms');
  }

  @Get('email')
  showEmail(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.show(current, 'email');
  }

  @Get('sms')
  showSms(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.show(current, 'sms');
  }

  /** Redirects to the choice of methods if the user has not requested a link. */
  private async show(current: DomainRequest, channel: 'email' | 'sms'): Promise<void> {
    const requestContext = await this.contexts.loadLocal(current);
    const { username, sentBy, isLimited, requestCount } = requestContext.cookieData;
    if (sentBy !== channel) return redirectWithError(requestContext, PAGE_PATHS.methods);
    showInboxPage(requestContext, { channel, minutes: MAGIC_LINK_TTL_SECONDS / 60, username, isLimited, requestCount });
  }

  private async send(current: DomainRequest, channel: 'email' | 'sms'): Promise<void> {
    const requestContext = await this.contexts.loadIdentifiedPost(current);
    if (!requestContext) return;
    const { username, requestCount } = requestContext.cookieData;
    // The page posts how many links it knows of, so that its button requests another one, but a double click does not.
    const content = ['link', requestContext.interaction.uid, channel, username, readFormField(requestContext, 'requested')];
    const result = await this.links.request(requestContext.domain, {
      username,
      channel,
      interactionUid: requestContext.interaction.uid,
      language: requestContext.pageContext.language,
      application: describeApplication(requestContext.interaction.client),
      clientAddress: this.clientAddresses.of(requestContext.request),
      requestId: getRequestId(requestContext),
      isKnownTo: (sub) => this.knownBrowsers.isKnown(requestContext, sub),
      runOnce: (action) => this.submissions.once(requestContext, content, action),
    });
    requestContext.updateCookie({ username, sentBy: channel, isLimited: result === 'limited', requestCount: requestCount + 1 });
    redirectWithError(requestContext, PAGE_PATHS[channel]);
  }
}
