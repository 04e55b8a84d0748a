import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Sealer } from '@latchkey/crypto';
import { requestEventOf } from '@latchkey/observability';
import type { Visit } from '../domain/served-domain.js';
import { OfferedProviders } from '../federation/offered-providers.js';
import { MagicLinks } from '../magic-link/magic-links.js';
import { isOwnPost } from '../pages/csrf.js';
import { chooseLanguage } from '../pages/language.js';
import { Interactions } from '../provider/interactions.js';
import { SETTINGS } from '../settings/settings.module.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { fieldOf, parameterOf, takesLocalUsers, type SignInVisit } from './visit.js';

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
    const { branding } = domain;
    if (!interaction)
      throw new PageRefusal(COOKIE.test(request.headers.cookie ?? '') ? 'interaction-expired' : 'other-browser', 400, branding);
    requestEventOf(response).client = interaction.client.clientId;
    const language = chooseLanguage(parameterOf({ interaction }, 'ui_locales'), request.headers['accept-language']);
    const csrf = this.sealer.derive(`sign-in form:${domain.id}:${interaction.uid}`)[0]!.toString('base64url');
    const sends = { email: this.links.offers('email'), sms: this.links.offers('sms') };
    const providers = await this.providers.of(domain, interaction.client);
    return { ...current, interaction, csrf, sends, providers, context: { domain: domain.name, branding, language } };
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
      throw new PageRefusal('forbidden', 403, visit.domain.branding);
    return visit;
  }

  /** The same for a form by which a user of the domain itself, and of no provider, signs in. @throws PageRefusal also if the client takes none */
  async submitLocal(current: Visit): Promise<SignInVisit> {
    const visit = await this.submit(current);
    if (!takesLocalUsers(visit)) throw new PageRefusal('no-way-to-sign-in', 403, visit.domain.branding);
    return visit;
  }
}
