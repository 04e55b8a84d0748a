import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor } from '@latchkey/crypto';
import { getRequestEvent } from '@latchkey/observability';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { OfferedIdentityProviderService } from '../../federation/offered-identity-provider.service.js';
import { isChannelAvailable } from '../../message/channel-availability.js';
import { readCookie } from '../../pages/http/cookies.js';
import { isCsrfSafe } from '../../pages/http/csrf.js';
import { createPageContext } from '../../pages/page-context.js';
import { KnownAccountsCookie } from '../../authorization/known-accounts.cookie.js';
import { UserLookupService } from '../state/user-lookup.service.js';
import { HomeIdentityProviderService } from '../methods/identity-provider/home-identity-provider.service.js';
import { INTERACTION } from '../../provider/cookies.js';
import { getApplicationHome } from '../../provider/policy/application-home.js';
import { InteractionService, type Interaction } from '../../authorization/interaction.service.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { setFlashMessage } from '../../pages/http/flash-message.js';
import { EMPTY_COOKIE_DATA, InteractionCookie, type InteractionCookieData } from './interaction.cookie.js';
import {
  getSignInPath,
  getEnteredUsername,
  readFormField,
  getAuthorizationParameter,
  redirect,
  allowsLocalUsers,
  type KnownAccount,
  type SignInContext,
} from './sign-in-context.js';

/** Loads the authorization request that a page request belongs to. */
@Injectable()
export class SignInContextLoader {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) private readonly settings: AuthSettings,
    private readonly interactions: InteractionService,
    private readonly providers: OfferedIdentityProviderService,
    private readonly userLookup: UserLookupService,
    private readonly homeProviders: HomeIdentityProviderService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /**
   * Loads the context of a page.
   *
   * @throws PageRefusal if the interaction is unknown or expired, or belongs to another browser or domain; the cases look the same
   */
  async load(current: DomainRequest): Promise<SignInContext> {
    const { request, response, domain } = current;
    const interaction = await this.interactions.find(current);
    if (!interaction) throw this.explainMissingInteraction(current);
    getRequestEvent(response).client = interaction.client.clientId;
    const csrf = this.encryptor.derive(`sign-in form:${domain.id}:${interaction.uid}`)[0]!.toString('base64url');
    const availableChannels = { email: isChannelAvailable(this.settings, 'email'), sms: isChannelAvailable(this.settings, 'sms') };
    const identityProviders = await this.providers.listForClient(domain, interaction.client);
    const pageContext = createPageContext(request, domain, getAuthorizationParameter({ interaction }, 'ui_locales'));
    return {
      ...current,
      interaction,
      csrf,
      availableChannels,
      identityProviders,
      knownAccounts: await this.listKnownAccounts(current, interaction),
      pageContext,
      ...this.readCookie(current, interaction),
    };
  }

  /**
   * Loads the context of a form post, and checks its CSRF token.
   *
   * @throws PageRefusal also if the CSRF check fails
   */
  async loadPost(current: DomainRequest): Promise<SignInContext> {
    const requestContext = await this.load(current);
    const posted = { headers: requestContext.request.headers, csrf: readFormField(requestContext, 'csrf') };
    if (!isCsrfSafe(posted, { csrf: requestContext.csrf, issuer: requestContext.domain.issuer }))
      throw new PageRefusal('forbidden', 403, requestContext.domain.branding, getSignInPath(requestContext));
    if (!isPasskeyOptionsRequest(requestContext)) await this.interactions.touch(requestContext, requestContext.interaction.uid);
    return requestContext;
  }

  /** Only if the application asks for the choice of an account: OpenID Connect Core section 3.1.2.1, `prompt`. */
  private async listKnownAccounts(current: DomainRequest, interaction: Interaction): Promise<KnownAccount[]> {
    const prompts = getAuthorizationParameter({ interaction }, 'prompt')?.split(' ') ?? [];
    if (!prompts.includes('select_account')) return [];
    const subs = new KnownAccountsCookie(this.encryptor, current).read();
    const accounts = await Promise.all(
      subs.map(async (sub) => ({ sub, username: await this.userLookup.findUsername(current.domain, sub) })),
    );
    return accounts.filter(({ username }) => username !== '');
  }

  /** Forgets an account that the browser knows. */
  forgetAccount(requestContext: SignInContext, username: string): void {
    const subs = requestContext.knownAccounts.filter((account) => account.username !== username).map(({ sub }) => sub);
    new KnownAccountsCookie(this.encryptor, requestContext).write(subs);
  }

  private readCookie(current: DomainRequest, interaction: Interaction): Pick<SignInContext, 'cookieData' | 'updateCookie'> {
    const cookie = new InteractionCookie(this.encryptor, current, interaction.uid);
    const cookieData = { ...EMPTY_COOKIE_DATA, ...cookie.read(), application: getApplicationHome(interaction) };
    return {
      cookieData,
      updateCookie: (change: Partial<InteractionCookieData>): void => cookie.write({ ...cookieData, ...change }),
    };
  }

  /** Explains why the interaction is missing, based on the browser's cookies. */
  private explainMissingInteraction(current: DomainRequest): PageRefusal {
    const { request, domain } = current;
    const uid = (request.url ?? '').split(/[/?]/, 3)[2] ?? '';
    const { ended, application } = new InteractionCookie(this.encryptor, current, uid).read();
    const kind = readCookie(current, INTERACTION) !== null ? 'interaction-expired' : 'other-browser';
    return new PageRefusal(ended ? 'sign-in-finished' : kind, 400, domain.branding, application);
  }

  /** Loads the context of a page for local users only. @throws PageRefusal also if the client does not allow local sign-in */
  async loadLocal(current: DomainRequest): Promise<SignInContext> {
    return requireLocalUsersAllowed(await this.load(current));
  }

  /** Loads the context of a form post for local users only. */
  async loadLocalPost(current: DomainRequest): Promise<SignInContext> {
    return requireLocalUsersAllowed(await this.loadPost(current));
  }

  /** Sends a person who is new here to the identity provider of the mail domain of the address. @returns whether it did @throws PageRefusal */
  redirectHome(requestContext: SignInContext, address: string): Promise<boolean> {
    return this.homeProviders.redirect(requestContext, address, { isFirstPage: true });
  }

  /**
   * Loads a form post that identifies the user, and remembers the username. Redirects to the username form if it is empty, and to the
   * identity provider of its mail domain.
   *
   * @param options.isFirstPage whether people are sent to an identity provider that is not enforced, too
   *
   * @returns null after a redirect
   */
  async loadIdentifiedPost(current: DomainRequest, { isFirstPage = false } = {}): Promise<SignInContext | null> {
    const requestContext = await this.loadLocalPost(current);
    const username = getEnteredUsername(requestContext, 'username');
    if (username === '') {
      setFlashMessage(requestContext, getSignInPath(requestContext), 'username-missing');
      redirect(requestContext, getSignInPath(requestContext, '?anew=yes'));
      return null;
    }
    if (await this.homeProviders.redirect(requestContext, username, { isFirstPage })) return null;
    if (username === requestContext.cookieData.username) return requestContext;
    const cookieData = { ...requestContext.cookieData, username, sentBy: null };
    requestContext.updateCookie(cookieData);
    return { ...requestContext, cookieData };
  }
}

/** The page script fetches passkey options on load, so this request is no sign of user activity. */
function isPasskeyOptionsRequest({ request }: DomainRequest): boolean {
  return request.url!.endsWith('/options');
}

function requireLocalUsersAllowed(requestContext: SignInContext): SignInContext {
  if (!allowsLocalUsers(requestContext)) throw new PageRefusal('no-way-to-sign-in', 403, requestContext.domain.branding);
  return requestContext;
}
