import { Injectable } from '@nestjs/common';
import { hashSecret } from '@latchkey/crypto';
import { MagicLinkRepository } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';

/** Seconds within which whoever came by a link is led on. */
const REDEEMED_LINK_TTL_SECONDS = 900;
/** SHA-256 in base64url. */
const ID_PATTERN = /^[\w-]{43}$/;

/** A link that has brought somebody here, and is used up. */
export interface RedeemedLink {
  /** Where it leads. */
  redirectUri: string;
  resetPasskeys: boolean;
}

/** Remembers where people go who came by a link, while they are still here. */
@Injectable()
export class RedeemedLinkService {
  constructor(private readonly links: MagicLinkRepository) {}

  /** What names a used link: nobody can find out its token by it. */
  deriveId(token: string): string {
    return hashSecret(token).toString('base64url');
  }

  /** @returns null unless the user came by it a short while ago */
  async find(domain: Pick<CachedDomain, 'id'>, sub: string, id: unknown): Promise<RedeemedLink | null> {
    if (typeof id !== 'string' || !ID_PATTERN.test(id)) return null;
    const link = await this.links.findRedeemed(domain.id, Buffer.from(id, 'base64url'), REDEEMED_LINK_TTL_SECONDS);
    if (link?.sub !== sub || link.redirectUri === null) return null;
    return { redirectUri: link.redirectUri, resetPasskeys: link.resetPasskeys };
  }
}
