import { Injectable } from '@nestjs/common';
import { hashSecret, randomSecret } from '@latchkey/crypto';
import { Database, DomainRepository, MagicLinkRepository, UserRepository, type Domain, type User } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { createUserNotFoundProblem } from '@latchkey/user';
import type { MagicLinkRequest } from './magic-link.dto.js';

/** Seconds: the maximum of NIST SP 800-63B and ASVS 6.5.5 for a secret sent through another channel. */
export const MAGIC_LINK_LIFETIME_SECONDS = 600;
const LOCAL_IDENTITY_PROVIDER = 'local';

@Injectable()
export class MagicLinkService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly users: UserRepository,
    private readonly links: MagicLinkRepository,
    private readonly log: AuditLogService,
  ) {}

  /**
   * Creates a link that signs the user in once. Older links stay valid.
   *
   * @returns the token of the link, 256 bits, of which only the hash is stored
   *
   * @throws Problem user-not-found, user-cannot-sign-in
   */
  async create(domain: Domain, sub: string, { redirectUri, resetPasskeys }: MagicLinkRequest): Promise<string> {
    const token = randomSecret();
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExistingShared(domain.id))) throw createDomainNotFoundProblem();
      const user = await this.users.lock(domain.id, sub);
      if (!user) throw createUserNotFoundProblem();
      requireActiveLocalUser(user);
      const link = { domainId: domain.id, sub: user.sub, hash: hashSecret(token), redirectUri, resetPasskeys: resetPasskeys ?? false };
      await this.links.create(link, MAGIC_LINK_LIFETIME_SECONDS);
      await this.log.record(domain.id, {
        type: 'magic_link.created',
        user: user.sub,
        data: { resetPasskeys: link.resetPasskeys },
      });
    });
    return token;
  }
}

function requireActiveLocalUser({ active, identityProvider }: User): void {
  if (identityProvider !== LOCAL_IDENTITY_PROVIDER) {
    throw new Problem('user-cannot-sign-in', `The user signs in with ${identityProvider}; magic links are only for local users.`);
  }
  if (!active) throw new Problem('user-cannot-sign-in', 'The user is not active. Set active to true first.');
}
