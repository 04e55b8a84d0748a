import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { hashSecret, randomSecret } from '@latchkey/crypto';
import { Database, MagicLinkRepository, UserRepository, type Domain, type User } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { LogService } from '../log/log.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { isSub, userNotFound } from '../user/user-not-found.js';
import type { MagicLinkRequest } from './magic-link.dto.js';

/** Seconds: the most that NIST SP 800-63B and ASVS 6.5.5 give a secret that travels by another channel. */
const LIFETIME = 600;
const LOCAL = 'local';

@Injectable()
export class MagicLinkService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly links: MagicLinkRepository,
    private readonly log: LogService,
  ) {}

  /**
   * Makes a link that signs the user in, once. Older links live on.
   *
   * @returns the link, with its token of 256 bits: only its hash is kept
   * @throws Problem user-not-found, user-cannot-sign-in
   */
  async create(domain: Domain, sub: string, { redirectUri, resetPasskeys }: MagicLinkRequest): Promise<string> {
    const token = randomSecret();
    await this.database.transaction(async () => {
      const user = isSub(sub) ? await this.users.lock(domain.id, sub) : null;
      if (!user) throw userNotFound();
      requireSignIn(user);
      const link = { domainId: domain.id, sub, hash: hashSecret(token), redirectUri, resetPasskeys: resetPasskeys ?? false };
      await this.links.create(link, LIFETIME);
      await this.log.record(domain.id, { operation: 'magic-link.create', sub, changed: link.resetPasskeys ? ['resetPasskeys'] : [] });
    });
    return `${authUrlOf(this.settings, domain.name)}/connect/magiclink?token=${token}`;
  }
}

function requireSignIn({ active, identityProvider }: User): void {
  if (identityProvider !== LOCAL) {
    throw new Problem('user-cannot-sign-in', `The user signs in with ${identityProvider}; magic links are for local users.`);
  }
  if (!active) throw new Problem('user-cannot-sign-in', 'The user is not active. Set active to true first.');
}
