import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor, randomSecret } from '@latchkey/crypto';
import { meetsAcr, type Acr } from '../assurance/assurance.js';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { AuthenticationMethodService } from '../authentication-method/authentication-method.service.js';
import { isCsrfSafe } from '../pages/http/csrf.js';
import { createPageContext } from '../pages/page-context.js';
import { SessionService, type CurrentSession } from '../authorization/session.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { PageRefusal } from '../pages/http/page-refusal.js';
import { deriveFormToken, readFormField, SALT_LENGTH, type AccountContext } from './account-context.js';
import { RECENT_SIGN_IN_SECONDS, SignInRequiredError } from './sign-in-required.js';

/** Loads the session of an account page request and checks what it permits. */
@Injectable()
export class AccountContextLoader {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly sessions: SessionService,
    private readonly authenticationMethods: AuthenticationMethodService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** @returns null if the browser has no session, or its user can no longer sign in */
  async find(requestContext: DomainRequest): Promise<AccountContext | null> {
    const session = await this.sessions.current(requestContext);
    return session && this.buildContext(requestContext, session);
  }

  /** Loads the context of a page. @throws SignInRequiredError without a session */
  async open(requestContext: DomainRequest): Promise<AccountContext> {
    const found = await this.find(requestContext);
    if (!found) throw new SignInRequiredError(requestContext.domain.issuer, null);
    return found;
  }

  /** Loads the context of a submitted form. @throws SignInRequiredError without a session; PageRefusal if the CSRF check fails */
  async submit(requestContext: DomainRequest): Promise<AccountContext> {
    const found = await this.open(requestContext);
    const csrf = readFormField(requestContext, 'csrf');
    const expected = { csrf: deriveFormToken(found.csrf, csrf.slice(0, SALT_LENGTH)), issuer: requestContext.domain.issuer };
    if (!isCsrfSafe({ headers: requestContext.request.headers, csrf }, expected))
      throw new PageRefusal('forbidden', 403, requestContext.domain.branding);
    return found;
  }

  /** Loads the context of a page that shows a secret. @throws SignInRequiredError also if the sign-in is too old or its acr too weak */
  async openForChange(requestContext: DomainRequest): Promise<AccountContext> {
    return this.assertCanChange(await this.open(requestContext));
  }

  /** Loads the context of a form that changes credentials. @throws SignInRequiredError as openForChange does; PageRefusal as submit does */
  async submitChange(requestContext: DomainRequest): Promise<AccountContext> {
    return this.assertCanChange(await this.submit(requestContext));
  }

  /** Loads the context of a page with personal data, also for users of identity providers. @throws SignInRequiredError as openForChange does */
  async openRecent(requestContext: DomainRequest): Promise<AccountContext> {
    return this.assertRecent(await this.open(requestContext));
  }

  /** Loads the context of a form that concerns the whole account. @throws SignInRequiredError as openForChange does; PageRefusal as submit does */
  async submitRecent(requestContext: DomainRequest): Promise<AccountContext> {
    return this.assertRecent(await this.submit(requestContext));
  }

  private async assertCanChange(account: AccountContext): Promise<AccountContext> {
    // Federated users have no local credentials and cannot create any.
    if (account.session.identityProvider !== 'local') throw new PageRefusal('not-found', 404, account.domain.branding);
    return this.assertRecent(account);
  }

  private async assertRecent(account: AccountContext): Promise<AccountContext> {
    // control: a session alone neither shows all data of its user nor changes the account
    if (account.canChange) return account;
    const { domain, session, request } = account;
    throw new SignInRequiredError(domain.issuer, { sub: session.sub, assurance: await this.getRequiredAcr(account), from: request });
  }

  private async buildContext(requestContext: DomainRequest, session: CurrentSession): Promise<AccountContext> {
    const { domain, request } = requestContext;
    const csrf = this.encryptor.derive(`account form:${domain.id}:${session.sid}`)[0]!.toString('base64url');
    const context = createPageContext(request, domain);
    const isRecent = session.authTime > Date.now() / 1_000 - RECENT_SIGN_IN_SECONDS;
    const canChange = isRecent && meetsAcr(session.acr, await this.getRequiredAcr({ ...requestContext, session }));
    return { ...requestContext, session, csrf, formToken: deriveFormToken(csrf, randomSecret().slice(0, SALT_LENGTH)), context, canChange };
  }

  /**
   * Users need their strongest credential to change the account, so that access to a mailbox does not bypass it (decision 10). Credentials
   * created since the sign-in do not count, so that a user can set up several in one session.
   */
  private async getRequiredAcr({ domain, session }: Pick<AccountContext, 'domain' | 'session'>): Promise<Acr> {
    const { passkey, authenticatorApp } = await this.authenticationMethods.summarizeBefore(domain, session.sub, session.authTime);
    if (passkey) return 'phr';
    return authenticatorApp ? 'urn:latchkey:acr:one-factor' : '0';
  }
}
