import { Injectable } from '@nestjs/common';
import { getAssurance } from '../../../assurance/assurance.js';
import { allowsUser, buildRepeatedRequestUrl, buildPromptNoneUrl } from './linked-authorization-request.service.js';
import { MagicLinkRedemptionService, type RedemptionCallback } from './magic-link-redemption.service.js';
import { RedeemedLinkService } from './redeemed-link.service.js';
import { CompletedFactorsService } from '../../../completed-factors/completed-factors.service.js';
import { SessionService } from '../../../authorization/session.service.js';
import { getRequestContext } from '../../../authentication-method/request-context.js';
import { PageRefusal } from '../../../pages/http/page-refusal.js';
import { redirect, getRequestId } from '../../context/sign-in-context.js';
import { NewBrowserService } from '../../state/new-browser.service.js';
import type { MagicLinkContext } from './magic-link-context.loader.js';

/** Signs users in with magic links. Each method consumes the link, or refuses it if a concurrent request has done so. */
@Injectable()
export class MagicLinkSignInService {
  constructor(
    private readonly redemption: MagicLinkRedemptionService,
    private readonly redeemedLinks: RedeemedLinkService,
    private readonly sessions: SessionService,
    private readonly progress: CompletedFactorsService,
    private readonly newBrowsers: NewBrowserService,
  ) {}

  /** Creates a session, and redirects to the link's redirect URI. */
  async signIn(requestContext: MagicLinkContext): Promise<void> {
    await this.redeem(requestContext, true, this.startSession(requestContext));
    redirect(requestContext, `/account/welcome?link=${this.redeemedLinks.deriveId(requestContext.token)}`);
  }

  /** Resumes the authorization request in the browser that started it. */
  async resumeInteraction(requestContext: MagicLinkContext): Promise<void> {
    const uid = requestContext.link.interactionUid!;
    await this.redeem(requestContext, false, async ({ sub }, method) => {
      if (!(await this.progress.add(requestContext.domain, uid, { sub, method })))
        throw new PageRefusal('account-inactive', 403, requestContext.domain.branding);
    });
    redirect(requestContext, `/sign-in/${encodeURIComponent(uid)}`);
  }

  /** Creates a session in this browser and repeats the authorization request. A request for another user fails without a session. */
  async restartAuthorization(requestContext: MagicLinkContext): Promise<void> {
    const [{ domain, link }, linkedRequest] = [requestContext, requestContext.linkedRequest!];
    if (!allowsUser(linkedRequest, link.sub)) {
      await this.redemption.revoke(domain, requestContext.token, getRequestId(requestContext));
      return redirect(requestContext, buildPromptNoneUrl(domain, linkedRequest));
    }
    await this.redeem(requestContext, true, this.startSession(requestContext));
    redirect(requestContext, buildRepeatedRequestUrl(domain, linkedRequest));
  }

  /** Invalidates the link, because the user did not request it. */
  async decline(requestContext: MagicLinkContext): Promise<void> {
    await this.redemption.revoke(requestContext.domain, requestContext.token, getRequestId(requestContext));
    throw new PageRefusal('link-unusable', 400, requestContext.domain.branding);
  }

  private startSession(requestContext: MagicLinkContext): RedemptionCallback {
    return async ({ sub }, method) => {
      await this.newBrowsers.record(requestContext, sub, true);
      const { clientAddress: address, country } = getRequestContext();
      await this.sessions.start(requestContext, { sub, ...getAssurance([method]), address, country });
    };
  }

  private async redeem(requestContext: MagicLinkContext, signsIn: boolean, consequence: RedemptionCallback): Promise<void> {
    const request = { token: requestContext.token, requestId: getRequestId(requestContext), signsIn };
    if (!(await this.redemption.redeem(requestContext.domain, request, consequence)))
      throw new PageRefusal('link-unusable', 400, requestContext.domain.branding);
  }
}
