import { Controller, Get, Post } from '@nestjs/common';
import { findEmailAddressViolation } from '@latchkey/oauth';
import { describeApplication } from '../../client/client-name.js';
import { ClientAddressService } from '../../domain/client-address.service.js';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { takeFlashMessage, toInputError } from '../../pages/http/flash-message.js';
import { FormSubmissionService } from '../../pages/http/form-submission.service.js';
import { Page } from '../../pages/http/page.decorator.js';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { SignInContextLoader } from '../context/sign-in-context.loader.js';
import {
  allowsSignUp,
  getEnteredUsername,
  getRequestId,
  PAGE_PATHS,
  readFormField,
  redirectWithError,
  type SignInContext,
} from '../context/sign-in-context.js';
import { showSignUpPage, showSignUpSentPage } from './sign-up-pages.js';
import { SignUpChallengeService } from './sign-up-challenge.service.js';
import { SignUpRequestService } from './sign-up-request.service.js';

/** "Create an account": asks for the mail address. Page and response time are the same for an address that has an account. */
@Controller('sign-in/:uid/sign-up')
@Page()
export class SignUpRequestController {
  constructor(
    private readonly contexts: SignInContextLoader,
    private readonly signUps: SignUpRequestService,
    private readonly challenges: SignUpChallengeService,
    private readonly clientAddresses: ClientAddressService,
    private readonly submissions: FormSubmissionService,
  ) {}

  @Get()
  async show(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = requireSignUpAllowed(await this.contexts.load(current));
    const { domain, cookieData } = requestContext;
    const challenge = cookieData.isChallenged ? await this.challenges.create(domain) : null;
    showSignUpPage(requestContext, { challenge, error: toInputError(takeFlashMessage(requestContext)) });
  }

  @Post()
  async request(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = requireSignUpAllowed(await this.contexts.loadPost(current));
    const email = getEnteredUsername(requestContext, 'username');
    requestContext.updateCookie({ username: email });
    if (findEmailAddressViolation(email) !== null) return redirectWithError(requestContext, PAGE_PATHS.signUp, 'email-invalid');
    if (await this.contexts.redirectHome(requestContext, email)) return;
    const { interaction, pageContext, domain, cookieData } = requestContext;
    // As for links: the button for another mail sends one, but a double click does not.
    const solution = readFormField(requestContext, 'altcha');
    const content = ['sign-up', interaction.uid, email, readFormField(requestContext, 'requested'), solution];
    const clientAddress = this.clientAddresses.of(requestContext.request);
    const result = await this.signUps.request(domain, {
      email,
      interactionUid: interaction.uid,
      language: pageContext.language,
      application: describeApplication(interaction.client),
      clientAddress,
      admits: () => this.challenges.admits({ domain, clientAddress, solution }),
      requestId: getRequestId(requestContext),
      runOnce: (action) => this.submissions.once(requestContext, content, action),
    });
    if (result === 'challenged') {
      requestContext.updateCookie({ username: email, isChallenged: true });
      return redirectWithError(requestContext, PAGE_PATHS.signUp, solution === '' ? null : 'try-again');
    }
    const [requestCount, isLimited] = [cookieData.requestCount + 1, result === 'limited'];
    requestContext.updateCookie({ username: email, sentBy: null, signUpTo: email, isChallenged: false, isLimited, requestCount });
    redirectWithError(requestContext, PAGE_PATHS.signUpSent);
  }

  @Get('sent')
  async showSent(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = requireSignUpAllowed(await this.contexts.load(current));
    const { signUpTo } = requestContext.cookieData;
    if (signUpTo === null) return redirectWithError(requestContext, PAGE_PATHS.signUp);
    showSignUpSentPage(requestContext, signUpTo);
  }
}

function requireSignUpAllowed(requestContext: SignInContext): SignInContext {
  // control: nobody signs up where the domain does not offer it
  if (!allowsSignUp(requestContext)) throw new PageRefusal('not-found', 404, requestContext.domain.branding);
  return requestContext;
}
