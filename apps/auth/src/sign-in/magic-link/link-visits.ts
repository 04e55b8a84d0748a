import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Sealer } from '@latchkey/crypto';
import type { OpenedMagicLink } from '@latchkey/persistence';
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
  /** What forms of the link's pages bear: nobody has it who has not opened the link. */
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
   * Uses nothing up.
   *
   * @throws PageRefusal if there is no such link: unknown, used and expired ones are alike
   */
  async open(current: Visit, value: unknown): Promise<LinkVisit> {
    const { domain, request } = current;
    const token = linkTokenIn(value);
    const link = token === null ? null : await this.redemption.find(domain, token);
    if (token === null || !link) throw new PageRefusal('link-unusable', 400, current.domain.branding);
    const origin = link.interactionUid === null ? null : await this.origins.find(domain, link.interactionUid);
    // Where it would lead back to is over.
    if (link.interactionUid !== null && !origin) throw new PageRefusal('link-unusable', 400, current.domain.branding);
    const language = chooseLanguage(origin?.uiLocales, request.headers['accept-language']);
    return {
      ...current,
      token,
      link,
      origin,
      csrf: this.csrf(current, token),
      context: { domain: domain.name, branding: domain.branding, language },
    };
  }

  /** A form of one of its pages. @throws PageRefusal also if it was not sent by such a page */
  async submit(current: Visit): Promise<LinkVisit> {
    const token = linkTokenIn(fieldOf(current, 'token'));
    const posted = { headers: current.request.headers, csrf: fieldOf(current, 'csrf') };
    const { issuer } = current.domain;
    if (token === null || !isOwnPost(posted, { csrf: this.csrf(current, token), issuer }))
      throw new PageRefusal('forbidden', 403, current.domain.branding);
    try {
      return await this.open(current, token);
    } catch (error) {
      if (error instanceof PageRefusal) await this.redemption.noteRefusal(current.domain, token, requestIdOf(current));
      throw error;
    }
  }

  private csrf({ domain }: Visit, token: string): string {
    return this.sealer.derive(`magic link form:${domain.id}:${token}`)[0]!.toString('base64url');
  }
}
