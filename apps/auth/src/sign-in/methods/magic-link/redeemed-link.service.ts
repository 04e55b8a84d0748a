import { Injectable } from '@nestjs/common';
import { hashSecret } from '@latchkey/crypto';
import { MagicLinkRepository } from '@latchkey/persistence';
import type { CachedDomain } from '../../../domain/cached-domain.js';

/** How long a redeemed link still redirects its user. */
const REDEEMED_LINK_TTL_SECONDS = 900;
/** SHA-256 in base64url. */
const ID_PATTERN = /^[\w-]{43}$/;

export interface RedeemedLink {
  /** Where the browser goes after the sign-in. */
  redirectUri: string;
  resetPasskeys: boolean;
}

/** Finds the redirect target of a recently redeemed link. */
@Injectable()
export class RedeemedLinkService {
  constructor(private readonly links: MagicLinkRepository) {}

  /** @returns the public id of a redeemed link, which does not reveal its token */
  deriveId(token: string): string {
    return hashSecret(token).toString('base64url');
  }

  /** @returns null unless this user redeemed the link recently */
  async find(domain: Pick<CachedDomain, 'id'>, sub: string, id: unknown): Promise<RedeemedLink | null> {
    if (typeof id !== 'string' || !ID_PATTERN.test(id)) return null;
    const link = await this.links.findRedeemed(domain.id, Buffer.from(id, 'base64url'), REDEEMED_LINK_TTL_SECONDS);
    if (link?.sub !== sub || link.redirectUri === null) return null;
    return { redirectUri: link.redirectUri, resetPasskeys: link.resetPasskeys };
  }
}
