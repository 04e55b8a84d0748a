import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Sealer } from '@latchkey/crypto';
import { requestEventOf } from '@latchkey/observability';
import type { Visit } from '../domain/served-domain.js';
import { OfferedProviders } from '../federation/offered-providers.js';
import { MagicLinks } from '../magic-link/magic-links.js';
import { isOwnPost } from '../pages/csrf.js';
import { chooseLanguage } from '../pages/language.js';
import { homeOf } from '../provider/application-home.js';
import { Interactions, type Interaction } from '../provider/interactions.js';
import { SETTINGS } from '../settings/settings.module.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { tell } from '../pages/told.js';
import { RememberedCookie, type Remembered } from './remembered.js';
import { addressOf, enteredIn, fieldOf, parameterOf, redirect, takesLocalUsers, type SignInVisit } from './visit.js';

const COOKIE = /(?:^|; )(?:__Secure-)?interaction=/;

/** Finds the authorization request that a request to one of our pages is about. */
@Injectable()
export class Visits {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly interactions: Interactions,
    private readonly links: MagicLinks,
    private readonly providers: OfferedProviders,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  /**
   * @throws PageRefusal if there is none, be it over, of another browser, of another domain or made up: from outside they are alike
   */
  async open(current: Visit): Promise<SignInVisit> {
    const { request, response, domain } = current;
    const interaction = await this.interactions.find(current);
    if (!interaction) throw this.refusalOf(current);
    const { branding } = domain;
    requestEventOf(response).client = interaction.client.clientId;
    const language = chooseLanguage(parameterOf({ interaction }, 'ui_locales'), request.headers['accept-language']);
    const csrf = this.sealer.derive(`sign-in form:${domain.id}:${interaction.uid}`)[0]!.toString('base64url');
    const sends = { email: this.links.offers('email'), sms: this.links.offers('sms') };
    const providers = await this.providers.of(domain, interaction.client);
    const context = { domain: domain.name, branding, language };
    return { ...current, interaction, csrf, sends, providers, context, ...this.memoryOf(current, interaction) };
  }

  /**
   * The same for a form of one of its pages.
   *
   * @throws PageRefusal also if it was not sent by such a page
   */
  async submit(current: Visit): Promise<SignInVisit> {
    const visit = await this.open(current);
    const posted = { headers: visit.request.headers, csrf: fieldOf(visit, 'csrf') };
    if (!isOwnPost(posted, { csrf: visit.csrf, issuer: visit.domain.issuer }))
      throw new PageRefusal('forbidden', 403, visit.domain.branding, addressOf(visit));
    if (!isSentByScript(visit)) await this.interactions.touch(visit, visit.interaction.uid);
    return visit;
  }

  private memoryOf(current: Visit, interaction: Interaction): Pick<SignInVisit, 'remembered' | 'remember'> {
    const cookie = new RememberedCookie(this.sealer, current, interaction.uid);
    const remembered = { ...cookie.read(), application: homeOf(interaction) };
    return { remembered, remember: (change: Partial<Remembered>): void => cookie.write({ ...remembered, ...change }) };
  }

  /** Why there is no interaction, as far as the browser knows. */
  private refusalOf(current: Visit): PageRefusal {
    const { request, domain } = current;
    const uid = (request.url ?? '').split(/[/?]/, 3)[2] ?? '';
    const { ended, application } = new RememberedCookie(this.sealer, current, uid).read();
    const kind = COOKIE.test(request.headers.cookie ?? '') ? 'interaction-expired' : 'other-browser';
    return new PageRefusal(ended ? 'sign-in-finished' : kind, 400, domain.branding, application);
  }

  /** The same for a page by which a user of the domain itself, and of no provider, signs in. @throws PageRefusal also if the client takes none */
  async openLocal(current: Visit): Promise<SignInVisit> {
    return requireLocal(await this.open(current));
  }

  /** The same for a form of such a page. */
  async submitLocal(current: Visit): Promise<SignInVisit> {
    return requireLocal(await this.submit(current));
  }

  /** The same for a form that says who is about to sign in, which is remembered. @returns null if it says nothing: then it is asked for */
  async submitNamed(current: Visit): Promise<SignInVisit | null> {
    const visit = await this.submitLocal(current);
    const username = enteredIn(visit, 'username');
    if (username === '') {
      tell(visit, addressOf(visit), 'username-missing');
      redirect(visit, addressOf(visit, '?anew=yes'));
      return null;
    }
    if (username === visit.remembered.username) return visit;
    const remembered = { ...visit.remembered, username, sentBy: null };
    visit.remember(remembered);
    return { ...visit, remembered };
  }
}

/** The page's script fetches passkey options as soon as the page opens, without an action of the user. */
function isSentByScript({ request }: Visit): boolean {
  return request.url!.endsWith('/options');
}

function requireLocal(visit: SignInVisit): SignInVisit {
  if (!takesLocalUsers(visit)) throw new PageRefusal('no-way-to-sign-in', 403, visit.domain.branding);
  return visit;
}
