import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor } from '@latchkey/crypto';
import type { RedeemableMagicLink } from '@latchkey/persistence';
import type { DomainRequest } from '../../../domain/served-domain.service.js';
import { MagicLinkRedemptionService } from './magic-link-redemption.service.js';
import { LinkForm } from './link-form.js';
import { parseMagicLinkToken } from './magic-link-token.js';
import { LinkedAuthorizationRequestService, type LinkedAuthorizationRequest } from './linked-authorization-request.service.js';
import { createPageContext, type PageContext } from '../../../pages/page-context.js';
import { SETTINGS } from '../../../settings/settings.module.js';
import { PageRefusal } from '../../../pages/http/page-refusal.js';
import { getRequestId } from '../../context/sign-in-context.js';

/** A request with a valid magic link. */
export interface MagicLinkContext extends DomainRequest {
  token: string;
  link: RedeemableMagicLink;
  /** The authorization request in which the user requested the link; null if the API created it. */
  linkedRequest: LinkedAuthorizationRequest | null;
  /** CSRF token of the page's forms: see LinkForm. */
  csrf: string;
  pageContext: PageContext;
}

/** Loads the magic link of a request. */
@Injectable()
export class MagicLinkContextLoader {
  private readonly form: LinkForm;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly redemption: MagicLinkRedemptionService,
    private readonly linkedRequests: LinkedAuthorizationRequestService,
  ) {
    this.form = new LinkForm(new Encryptor(settings.MASTER_KEY));
  }

  /**
   * Loads a page without consuming the link, and binds its form to the browser.
   *
   * @throws PageRefusal if the link is unknown, used or expired; the cases look the same
   */
  async load(current: DomainRequest, value: unknown): Promise<MagicLinkContext> {
    const token = parseMagicLinkToken(value);
    if (token === null) throw new PageRefusal('link-unusable', 400, current.domain.branding);
    const found = await this.find(current, token);
    return { ...found, csrf: this.form.bind(current, token) };
  }

  /** Loads a form post. @throws PageRefusal also if the CSRF check fails */
  async loadPost(current: DomainRequest): Promise<MagicLinkContext> {
    const posted = this.form.read(current);
    if (!posted) throw new PageRefusal('forbidden', 403, current.domain.branding);
    const { token, csrf } = posted;
    try {
      return { ...(await this.find(current, token)), csrf };
    } catch (error) {
      if (error instanceof PageRefusal) await this.redemption.recordRefusal(current.domain, token, getRequestId(current));
      throw error;
    }
  }

  private async find(current: DomainRequest, token: string): Promise<Omit<MagicLinkContext, 'csrf'>> {
    const { domain, request } = current;
    const link = await this.redemption.find(domain, token);
    const interactionUid = link?.interactionUid ?? null;
    const linkedRequest = interactionUid === null ? null : await this.linkedRequests.find(domain, interactionUid);
    // The link is used, or the authorization request to which it returns is over.
    if (!link || (interactionUid !== null && !linkedRequest)) throw new PageRefusal('link-unusable', 400, domain.branding);
    return { ...current, token, link, linkedRequest, pageContext: createPageContext(request, domain, linkedRequest?.uiLocales) };
  }
}
