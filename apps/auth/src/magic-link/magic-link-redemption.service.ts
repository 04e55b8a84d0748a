import { Injectable } from '@nestjs/common';
import { hashSecret } from '@latchkey/crypto';
import { Database, MagicLinkRepository, type Channel, type OpenedMagicLink, type RedeemedMagicLink } from '@latchkey/persistence';
import type { Method } from '../assurance/assurance.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { MagicLinkLogService, type MagicLinkEvent } from './magic-link-log.service.js';
import { PasskeyResetService } from './passkey-reset.service.js';

/** What else comes to be with a redemption, or not at all. */
export type RedemptionCallback = (link: RedeemedMagicLink, method: Method) => Promise<void>;

/** A redemption that is asked for. */
export interface RedemptionRequest {
  token: string;
  requestId: string;
  /** Whether it begins a session: the log says so. */
  signsIn: boolean;
}

/** Uses links up. Looking at one uses nothing up, however often. */
@Injectable()
export class MagicLinkRedemptionService {
  constructor(
    private readonly database: Database,
    private readonly links: MagicLinkRepository,
    private readonly passkeyReset: PasskeyResetService,
    private readonly log: MagicLinkLogService,
  ) {}

  /** @returns null if it cannot be redeemed: unknown, used, expired, of another domain, or of a user who may not sign in */
  find(domain: CachedDomain, token: string): Promise<OpenedMagicLink | null> {
    return this.links.find(domain.id, hashSecret(token));
  }

  /**
   * Redeems a link: of any number at once, one does, and with it all that follows from it.
   *
   * @returns null if it cannot be redeemed
   */
  async redeem(domain: CachedDomain, { token, requestId, signsIn }: RedemptionRequest, callback: RedemptionCallback) {
    const hash = hashSecret(token);
    const redeemed = await this.database.transaction(async () => {
      const link = await this.links.redeem(domain.id, hash);
      if (!link) return null;
      const { sub, resetPasskeys, channel } = link;
      if (resetPasskeys) await this.passkeyReset.reset(domain, sub);
      const method = toAuthenticationMethod(channel);
      await this.record(domain, { operation: 'magic-link.redeem', sub, requestId, changed: resetPasskeys ? ['resetPasskeys'] : [] });
      if (signsIn) await this.record(domain, { operation: 'user.sign-in', sub, requestId, changed: [method] });
      await callback(link, method);
      return link;
    });
    if (!redeemed) await this.recordRefusal(domain, token, requestId);
    return redeemed;
  }

  /** Ends a link without redeeming it: whoever has it says that it was not them who asked for it. */
  async revoke(domain: CachedDomain, token: string, requestId: string): Promise<void> {
    await this.database.transaction(async () => {
      const link = await this.links.redeem(domain.id, hashSecret(token));
      if (link) await this.record(domain, { operation: 'magic-link.refuse', sub: link.sub, requestId, changed: [] });
    });
  }

  /** Takes note of an attempt that failed. Of what never was a link of the domain nothing is noted: anybody can make up any number of them. */
  async recordRefusal(domain: CachedDomain, token: string, requestId: string): Promise<void> {
    const sub = await this.links.findOwner(domain.id, hashSecret(token));
    if (sub !== null) await this.record(domain, { operation: 'magic-link.refuse', sub, requestId, changed: [] });
  }

  private record(domain: CachedDomain, event: MagicLinkEvent): Promise<void> {
    return this.log.record(domain.id, event);
  }
}

/** What a link proves depends on who carried it. */
function toAuthenticationMethod(channel: Channel | null): Method {
  if (channel === null) return 'link';
  return channel === 'email' ? 'email-link' : 'text-link';
}
