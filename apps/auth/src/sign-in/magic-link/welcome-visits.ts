import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Sealer } from '@latchkey/crypto';
import type { Visit } from '../../domain/served-domain.js';
import { RedeemedLinks, type RedeemedLink } from '../../magic-link/redeemed-links.js';
import { isOwnPost } from '../../pages/csrf.js';
import { chooseLanguage } from '../../pages/language.js';
import type { PageContext } from '../../pages/page-context.js';
import { PageRefusal } from '../../pages/page-refusal.js';
import { Sessions } from '../../provider/sessions.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { fieldOf } from '../visit.js';

/** A request of somebody who has just been signed in by a link. */
export interface WelcomeVisit extends Visit {
  sub: string;
  link: RedeemedLink & { id: string };
  csrf: string;
  /** Where recovery codes that are made here can be shown. */
  place: string;
  context: PageContext;
}

/** Finds out who it is that was brought by a link, and where they are to be led. */
@Injectable()
export class WelcomeVisits {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly sessions: Sessions,
    private readonly links: RedeemedLinks,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  /** @throws PageRefusal unless this browser's user came by the link a short while ago */
  async open(current: Visit, id: unknown): Promise<WelcomeVisit> {
    const { domain, request } = current;
    const session = await this.sessions.current(current);
    const link = session && (await this.links.find(domain, session.sub, id));
    if (!link) throw new PageRefusal('interaction-expired', 400, current.domain.branding);
    const csrf = this.sealer.derive(`welcome form:${domain.id}:${session.sid}`)[0]!.toString('base64url');
    const context = {
      domain: domain.name,
      branding: domain.branding,
      language: chooseLanguage(undefined, request.headers['accept-language']),
    };
    return { ...current, sub: session.sub, link: { ...link, id: id as string }, csrf, context, place: `session:${session.sid}` };
  }

  /** @throws PageRefusal also if the form was not sent by its page */
  async submit(current: Visit, id: unknown): Promise<WelcomeVisit> {
    const visit = await this.open(current, id);
    const posted = { headers: visit.request.headers, csrf: fieldOf(visit, 'csrf') };
    if (!isOwnPost(posted, { csrf: visit.csrf, issuer: visit.domain.issuer }))
      throw new PageRefusal('forbidden', 403, current.domain.branding);
    return visit;
  }
}
