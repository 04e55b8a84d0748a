import { Injectable } from '@nestjs/common';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { RecoveryCodeService } from '../../recovery-code/recovery-code.service.js';
import { TotpService, type TotpEnrolment } from '../../totp/totp.service.js';

/** Sets up an authenticator app and creates recovery codes with it. */
@Injectable()
export class AuthenticatorAppEnrolmentService {
  constructor(
    private readonly totp: TotpService,
    private readonly recoveryCodes: RecoveryCodeService,
  ) {}

  /** Creates a secret, or keeps a pending one, which the user may already have scanned. */
  async begin(domain: CachedDomain, sub: string): Promise<void> {
    if (!(await this.totp.pending(domain, sub))) await this.totp.enrol(domain, sub);
  }

  findPending(domain: CachedDomain, sub: string): Promise<TotpEnrolment | null> {
    return this.totp.pending(domain, sub);
  }

  confirm(domain: CachedDomain, sub: string, code: string): Promise<boolean> {
    return this.totp.confirm(domain, sub, code);
  }

  /**
   * Creates recovery codes if the user has none. @param displayScope see RecoveryCodeService.regenerate. @returns false if the user already
   * has codes
   */
  async createRecoveryCodes(domain: CachedDomain, sub: string, displayScope: string): Promise<boolean> {
    if ((await this.recoveryCodes.countRemaining(domain, sub)) > 0) return false;
    return (await this.recoveryCodes.regenerate(domain, sub, displayScope)) !== null;
  }

  /** Lists codes created in this scope that the user has not acknowledged. */
  listDisplayedRecoveryCodes(domain: CachedDomain, sub: string, displayScope: string): Promise<string[]> {
    return this.recoveryCodes.listDisplayed(domain, sub, displayScope);
  }

  acknowledgeRecoveryCodes(domain: CachedDomain, sub: string): Promise<void> {
    return this.recoveryCodes.acknowledge(domain, sub);
  }
}
