import { Injectable } from '@nestjs/common';
import { assuranceOf } from '../../assurance/assurance.js';
import { isAbout, requestAgain, requestInVain } from '../../magic-link/link-origins.js';
import { LinkRedemption, type Consequence } from '../../magic-link/link-redemption.js';
import { RedeemedLinks } from '../../magic-link/redeemed-links.js';
import { SignInProgress } from '../../progress/sign-in-progress.js';
import { Sessions } from '../../provider/sessions.js';
import { PageRefusal } from '../../pages/page-refusal.js';
import { redirect, requestIdOf } from '../visit.js';
import type { LinkVisit } from './link-visits.js';

/** Signs people in by links: each of these uses the link up, or refuses it if somebody else was quicker. */
@Injectable()
export class LinkSignIns {
  constructor(
    private readonly redemption: LinkRedemption,
    private readonly redeemed: RedeemedLinks,
    private readonly sessions: Sessions,
    private readonly progress: SignInProgress,
  ) {}

  /** Begins a session, and leads on to where the link was made for. */
  async signIn(visit: LinkVisit): Promise<void> {
    await this.redeem(visit, true, this.startSession(visit));
    redirect(visit, `/account/welcome?link=${this.redeemed.idOf(visit.token)}`);
  }

  /** Goes on with the authorization request, in the browser that it began in. */
  async goOn(visit: LinkVisit): Promise<void> {
    const uid = visit.link.interactionUid!;
    await this.redeem(visit, false, async ({ sub }, method) => {
      if (!(await this.progress.add(visit.domain, uid, { sub, method })))
        throw new PageRefusal('account-inactive', 403, visit.domain.branding);
    });
    redirect(visit, `/sign-in/${encodeURIComponent(uid)}`);
  }

  /** Begins a session here, and makes the authorization request anew. One that is about somebody else fails, and nobody is signed in. */
  async goOnElsewhere(visit: LinkVisit): Promise<void> {
    const [{ domain, link }, origin] = [visit, visit.origin!];
    if (!isAbout(origin, link.sub)) {
      await this.redemption.end(domain, visit.token, requestIdOf(visit));
      return redirect(visit, requestInVain(domain, origin));
    }
    await this.redeem(visit, true, this.startSession(visit));
    redirect(visit, requestAgain(domain, origin));
  }

  /** It was not them: nobody gets in by this link. */
  async decline(visit: LinkVisit): Promise<void> {
    await this.redemption.end(visit.domain, visit.token, requestIdOf(visit));
    throw new PageRefusal('link-unusable', 400, visit.domain.branding);
  }

  private startSession(visit: LinkVisit): Consequence {
    return ({ sub }, method) => this.sessions.start(visit, { sub, ...assuranceOf([method]) });
  }

  private async redeem(visit: LinkVisit, signsIn: boolean, consequence: Consequence): Promise<void> {
    const request = { token: visit.token, requestId: requestIdOf(visit), signsIn };
    if (!(await this.redemption.redeem(visit.domain, request, consequence)))
      throw new PageRefusal('link-unusable', 400, visit.domain.branding);
  }
}
