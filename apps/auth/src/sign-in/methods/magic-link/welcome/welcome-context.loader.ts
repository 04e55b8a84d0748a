import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor } from '@latchkey/crypto';
import type { DomainRequest } from '../../../../domain/served-domain.service.js';
import { RedeemedLinkService, type RedeemedLink } from '../redeemed-link.service.js';
import { isCsrfSafe } from '../../../../pages/http/csrf.js';
import { createPageContext, type PageContext } from '../../../../pages/page-context.js';
import { PageRefusal } from '../../../../pages/http/page-refusal.js';
import { SessionService } from '../../../../authorization/session.service.js';
import { SETTINGS } from '../../../../settings/settings.module.js';
import { readFormField } from '../../../context/sign-in-context.js';

/** A request by a user who has just signed in with a magic link. */
export interface WelcomeContext extends DomainRequest {
  sub: string;
  link: RedeemedLink & { id: string };
  csrf: string;
  /** The scope in which recovery codes created here can be displayed. */
  displayScope: string;
  pageContext: PageContext;
}

/** Loads the user who signed in with a magic link, and the link's redirect target. */
@Injectable()
export class WelcomeContextLoader {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly sessions: SessionService,
    private readonly links: RedeemedLinkService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** @throws PageRefusal unless a user has recently signed in with this link in this browser */
  async load(current: DomainRequest, id: unknown): Promise<WelcomeContext> {
    const { domain, request } = current;
    const session = await this.sessions.current(current);
    const link = session && (await this.links.find(domain, session.sub, id));
    if (!link) throw new PageRefusal('interaction-expired', 400, current.domain.branding);
    const csrf = this.encryptor.derive(`welcome form:${domain.id}:${session.sid}`)[0]!.toString('base64url');
    return {
      ...current,
      sub: session.sub,
      link: { ...link, id: id as string },
      csrf,
      pageContext: createPageContext(request, domain),
      displayScope: `session:${session.sid}`,
    };
  }

  /** @throws PageRefusal also if the CSRF check fails */
  async loadPost(current: DomainRequest, id: unknown): Promise<WelcomeContext> {
    const requestContext = await this.load(current, id);
    const posted = { headers: requestContext.request.headers, csrf: readFormField(requestContext, 'csrf') };
    if (!isCsrfSafe(posted, { csrf: requestContext.csrf, issuer: requestContext.domain.issuer }))
      throw new PageRefusal('forbidden', 403, current.domain.branding);
    return requestContext;
  }
}
