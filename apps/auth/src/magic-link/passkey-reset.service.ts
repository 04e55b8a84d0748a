import { Injectable } from '@nestjs/common';
import { MagicLinkRepository, PasskeyRepository, SignInProgressRepository } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';
import { CredentialChangeService } from '../authentication-method/credential-change.service.js';
import { SessionService } from '../provider/logout/session.service.js';

/** What a link with `resetPasskeys` does: whoever could sign in before it, and be it a thief with a passkey, cannot go on. */
@Injectable()
export class PasskeyResetService {
  constructor(
    private readonly passkeys: PasskeyRepository,
    private readonly links: MagicLinkRepository,
    private readonly progress: SignInProgressRepository,
    private readonly sessions: SessionService,
    private readonly credentialChanges: CredentialChangeService,
  ) {}

  /** Removes all passkeys of a user, and ends the user's links, sessions and half-finished sign-ins. To be called in the transaction of the redemption. */
  async reset(domain: CachedDomain, sub: string): Promise<void> {
    await this.passkeys.deleteAll(domain.id, sub);
    await this.links.endAll(domain.id, sub);
    await this.progress.endAll(domain.id, sub);
    await this.sessions.endAll(domain.id, sub);
    await this.credentialChanges.record(domain, { sub, operation: 'passkey.reset', notice: 'passkeys-reset' });
  }
}
