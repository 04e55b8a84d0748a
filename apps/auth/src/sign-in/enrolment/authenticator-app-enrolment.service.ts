import { Injectable } from '@nestjs/common';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { RecoveryCodeService } from '../../recovery-code/recovery-code.service.js';
import { TotpService, type TotpEnrolment } from '../../totp/totp.service.js';

/** An authenticator app that is being set up, and the codes for when it is lost. */
@Injectable()
export class AuthenticatorAppEnrolmentService {
  constructor(
    private readonly totp: TotpService,
    private readonly recoveryCodes: RecoveryCodeService,
  ) {}

  /** Makes a secret. The one that waits already is kept: whoever has scanned it need not do so again. */
  async begin(domain: CachedDomain, sub: string): Promise<void> {
    if (!(await this.totp.pending(domain, sub))) await this.totp.enrol(domain, sub);
  }

  findPending(domain: CachedDomain, sub: string): Promise<TotpEnrolment | null> {
    return this.totp.pending(domain, sub);
  }

  confirm(domain: CachedDomain, sub: string, code: string): Promise<boolean> {
    return this.totp.confirm(domain, sub, code);
  }

  /** Makes recovery codes for somebody who has none left. @param displayScope where they can be shown. @returns false if they have some */
  async createRecoveryCodes(domain: CachedDomain, sub: string, displayScope: string): Promise<boolean> {
    if ((await this.recoveryCodes.countRemaining(domain, sub)) > 0) return false;
    return (await this.recoveryCodes.regenerate(domain, sub, displayScope)) !== null;
  }

  /** @returns the codes that were made there, until they have been kept */
  listDisplayedRecoveryCodes(domain: CachedDomain, sub: string, displayScope: string): Promise<string[]> {
    return this.recoveryCodes.listDisplayed(domain, sub, displayScope);
  }

  acknowledgeRecoveryCodes(domain: CachedDomain, sub: string): Promise<void> {
    return this.recoveryCodes.acknowledge(domain, sub);
  }
}
