import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Sealer } from '@latchkey/crypto';
import type { OpenedMagicLink } from '@latchkey/persistence';
import { BROWSER_COOKIE } from '../../domain/binding-cookie.js';
import type { Visit } from '../../domain/served-domain.js';
import { LinkRedemption } from '../../magic-link/link-redemption.js';
import { linkTokenIn } from '../../magic-link/link-token.js';
import { LinkOrigins, type LinkOrigin } from '../../magic-link/link-origins.js';
import { isOwnPost } from '../../pages/csrf.js';
import { chooseLanguage } from '../../pages/language.js';
import type { PageContext } from '../../pages/page-context.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { PageRefusal } from '../../pages/page-refusal.js';
import { fieldOf, requestIdOf } from '../visit.js';

/** A request of somebody who has come by a link that can be redeemed. */
export interface LinkVisit extends Visit {
  token: string;
  link: OpenedMagicLink;
  /** Where it was asked for; null: it was made by the API. */
  origin: LinkOrigin | null;
  /** The token of its forms. It holds in this browser alone, so that no other site can post them: not even of a link of its own. */
  csrf: string;
  context: PageContext;
}

/** Finds the link that a request is about. */
@Injectable()
export class LinkVisits {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly redemption: LinkRedemption,
    private readonly origins: LinkOrigins,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  /**
   * For a page: uses nothing up, and binds the form of the page to the browser.
   *
   * @throws PageRefusal if there is no such link: unknown, used and expired ones are alike
   */
  async open(current: Visit, value: unknown): Promise<LinkVisit> {
    const token = linkTokenIn(value);
    if (token === null) throw new PageRefusal('link-unusable', 400, current.domain.branding);
    const found = await this.find(current, token);
    return { ...found, csrf: this.csrf(current, token, BROWSER_COOKIE.bind(current, token)) };
  }

  /** A form of one of its pages. @throws PageRefusal also if it was not sent by such a page */
  async submit(current: Visit): Promise<LinkVisit> {
    const token = linkTokenIn(fieldOf(current, 'token'));
    const csrf = token === null ? null : this.expectedCsrf(current, token);
    const posted = { headers: current.request.headers, csrf: fieldOf(current, 'csrf') };
    const { issuer, branding } = current.domain;
    if (token === null || csrf === null || !isOwnPost(posted, { csrf, issuer })) throw new PageRefusal('forbidden', 403, branding);
    try {
      return { ...(await this.find(current, token)), csrf };
    } catch (error) {
      if (error instanceof PageRefusal) await this.redemption.noteRefusal(current.domain, token, requestIdOf(current));
      throw error;
    }
  }

  private async find(current: Visit, token: string): Promise<Omit<LinkVisit, 'csrf'>> {
    const { domain, request } = current;
    const link = await this.redemption.find(domain, token);
    const interactionUid = link?.interactionUid ?? null;
    const origin = interactionUid === null ? null : await this.origins.find(domain, interactionUid);
    // It is used up, or where it would lead back to is over.
    if (!link || (interactionUid !== null && !origin)) throw new PageRefusal('link-unusable', 400, domain.branding);
    const language = chooseLanguage(origin?.uiLocales, request.headers['accept-language']);
    return { ...current, token, link, origin, context: { domain: domain.name, branding: domain.branding, language } };
  }

  /** @returns null: the browser has seen no page of the link */
  private expectedCsrf(current: Visit, token: string): string | null {
    const secret = BROWSER_COOKIE.read(current, token);
    return secret === null ? null : this.csrf(current, token, secret);
  }

  private csrf({ domain }: Visit, token: string, browserSecret: string): string {
    return this.sealer.derive(`magic link form:${domain.id}:${token}:${browserSecret}`)[0]!.toString('base64url');
  }
}
