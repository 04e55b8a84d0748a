import { Injectable } from '@nestjs/common';
import { hashSecret } from '@latchkey/crypto';
import { Database, MagicLinkRepository, type Channel, type RedeemableMagicLink, type RedeemedMagicLink } from '@latchkey/persistence';
import type { Method } from '../../../assurance/assurance.js';
import type { CachedDomain } from '../../../domain/cached-domain.js';
import { UsageService } from '../../../usage/usage.service.js';
import { MagicLinkAuditLogService } from './magic-link-audit-log.service.js';
import { PasskeyResetService } from './passkey-reset.service.js';

/** Runs within the transaction of the redemption. */
export type RedemptionCallback = (link: RedeemedMagicLink, method: Method) => Promise<void>;

export interface RedemptionRequest {
  token: string;
  requestId: string;
  /** Whether the redemption signs the user in. The log records this. */
  signsIn: boolean;
}

/** Redeems links. Looking a link up does not redeem it. */
@Injectable()
export class MagicLinkRedemptionService {
  constructor(
    private readonly database: Database,
    private readonly links: MagicLinkRepository,
    private readonly passkeyReset: PasskeyResetService,
    private readonly log: MagicLinkAuditLogService,
    private readonly usage: UsageService,
  ) {}

  /** @returns null if the link is unknown, redeemed, expired, of another domain, or of a user who cannot sign in */
  find(domain: CachedDomain, token: string): Promise<RedeemableMagicLink | null> {
    return this.links.find(domain.id, hashSecret(token));
  }

  /**
   * Redeems a link and runs the callback in the same transaction. Of several concurrent calls, only one succeeds.
   *
   * @returns null if the link cannot be redeemed
   */
  async redeem(domain: CachedDomain, { token, requestId, signsIn }: RedemptionRequest, callback: RedemptionCallback) {
    const hash = hashSecret(token);
    const redeemed = await this.database.transaction(async () => {
      const link = await this.links.redeem(domain.id, hash);
      if (!link) return null;
      const { sub, resetPasskeys, channel } = link;
      if (resetPasskeys) await this.passkeyReset.reset(domain, sub);
      const method = toAuthenticationMethod(channel);
      await this.log.record(domain.id, { type: 'magic_link.used', user: sub, requestId, data: { resetPasskeys } });
      const data = { methods: [method], identityProvider: null };
      if (signsIn) await this.log.record(domain.id, { type: 'user.signed_in', user: sub, requestId, data });
      await callback(link, method);
      return link;
    });
    if (!redeemed) await this.recordRefusal(domain, token, requestId);
    else if (signsIn) this.usage.countSignIn(domain, toAuthenticationMethod(redeemed.channel), redeemed.sub);
    return redeemed;
  }

  /** Invalidates a link whose recipient reports that they did not request it. */
  async revoke(domain: CachedDomain, token: string, requestId: string): Promise<void> {
    await this.database.transaction(async () => {
      const link = await this.links.redeem(domain.id, hashSecret(token));
      if (link) await this.log.record(domain.id, { type: 'magic_link.refused', user: link.sub, requestId });
    });
  }

  /** Logs a failed attempt. Tokens that never belonged to a link of the domain are not logged, because anyone can invent them. */
  async recordRefusal(domain: CachedDomain, token: string, requestId: string): Promise<void> {
    const sub = await this.links.findOwner(domain.id, hashSecret(token));
    if (sub !== null) await this.log.record(domain.id, { type: 'magic_link.refused', user: sub, requestId });
  }
}

/** The channel determines the method. A link without a channel was created through the management API. */
function toAuthenticationMethod(channel: Channel | null): Method {
  if (channel === null) return 'link';
  return channel === 'email' ? 'email-link' : 'text-link';
}
