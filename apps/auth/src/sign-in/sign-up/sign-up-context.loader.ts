import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor, hashSecret } from '@latchkey/crypto';
import { SignUpRepository, type OpenSignUp } from '@latchkey/persistence';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { createPageContext, type PageContext } from '../../pages/page-context.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { LinkForm } from '../methods/magic-link/link-form.js';
import {
  LinkedAuthorizationRequestService,
  type LinkedAuthorizationRequest,
} from '../methods/magic-link/linked-authorization-request.service.js';
import { parseMagicLinkToken } from '../methods/magic-link/magic-link-token.js';

/** A request with a valid link of a sign-up. */
export interface SignUpContext extends DomainRequest {
  token: string;
  signUp: OpenSignUp;
  /** The authorization request in which the person asked for the link; null for an invitation. */
  linkedRequest: LinkedAuthorizationRequest | null;
  /** CSRF token of the page's form: see LinkForm. */
  csrf: string;
  pageContext: PageContext;
}

/** Loads the sign-up of a request. */
@Injectable()
export class SignUpContextLoader {
  private readonly form: LinkForm;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly signUps: SignUpRepository,
    private readonly linkedRequests: LinkedAuthorizationRequestService,
  ) {
    this.form = new LinkForm(new Encryptor(settings.MASTER_KEY));
  }

  /**
   * Loads a page without consuming the link, and binds its form to the browser.
   *
   * @returns null if the link is unknown, used or expired, or the domain no longer offers such sign-ups
   */
  async load(current: DomainRequest, value: unknown): Promise<SignUpContext | null> {
    const token = parseMagicLinkToken(value);
    const found = token === null ? null : await this.find(current, token);
    return found && { ...found, csrf: this.form.bind(current, found.token) };
  }

  /** Loads a form post. @returns null as `load` does @throws PageRefusal if the CSRF check fails */
  async loadPost(current: DomainRequest): Promise<SignUpContext | null> {
    const posted = this.form.read(current);
    if (!posted) throw new PageRefusal('forbidden', 403, current.domain.branding);
    const found = await this.find(current, posted.token);
    return found && { ...found, csrf: posted.csrf };
  }

  private async find(current: DomainRequest, token: string): Promise<Omit<SignUpContext, 'csrf'> | null> {
    const { domain, request } = current;
    const signUp = await this.signUps.find(domain.id, hashSecret(token));
    if (!signUp) return null;
    const isInvitation = signUp.interactionUid === null;
    // control: the link of a sign-up ends when the domain no longer offers it
    if (domain.signUp === 'Off' || (domain.signUp === 'ByInvitation' && !isInvitation)) return null;
    const linkedRequest = isInvitation ? null : await this.linkedRequests.find(domain, signUp.interactionUid!);
    // The authorization request to which it returns is over.
    if (!isInvitation && !linkedRequest) return null;
    return { ...current, token, signUp, linkedRequest, pageContext: createPageContext(request, domain, linkedRequest?.uiLocales) };
  }
}
