import { Injectable } from '@nestjs/common';
import { MagicLinkRepository, PasskeyRepository, SignInProgressRepository } from '@latchkey/persistence';
import type { CachedDomain } from '../../../domain/cached-domain.js';
import { CredentialChangeService } from '../../../authentication-method/credential-change.service.js';
import { SessionService } from '../../../authorization/session.service.js';

/** Resets the passkeys of a user who redeems a link with `resetPasskeys`. This also ends the access of an attacker with a passkey. */
@Injectable()
export class PasskeyResetService {
  constructor(
    private readonly passkeys: PasskeyRepository,
    private readonly links: MagicLinkRepository,
    private readonly completedFactors: SignInProgressRepository,
    private readonly sessions: SessionService,
    private readonly credentialChanges: CredentialChangeService,
  ) {}

  /** Removes a user's passkeys, links, sessions and unfinished sign-ins. Call it within the transaction of the redemption. */
  async reset(domain: CachedDomain, sub: string): Promise<void> {
    await this.passkeys.deleteAll(domain.id, sub);
    await this.links.invalidateAll(domain.id, sub);
    await this.completedFactors.deleteAll(domain.id, sub);
    await this.sessions.endAll(domain.id, sub);
    await this.credentialChanges.record(domain, { sub, event: 'passkey.reset', notice: 'passkeys-reset' });
  }
}
