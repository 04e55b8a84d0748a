import { Injectable } from '@nestjs/common';
import type { DomainRecord } from '../domain/domain-record.js';
import { RecoveryCodes } from '../recovery-code/recovery-codes.js';
import { Totp, type TotpEnrolment } from '../totp/totp.js';

/** An authenticator app that is being set up, and the codes for when it is lost. */
@Injectable()
export class NewAuthenticatorApp {
  constructor(
    private readonly totp: Totp,
    private readonly codes: RecoveryCodes,
  ) {}

  /** Makes a secret. The one that waits already is kept: whoever has scanned it need not do so again. */
  async begin(domain: DomainRecord, sub: string): Promise<void> {
    if (!(await this.totp.pending(domain, sub))) await this.totp.enrol(domain, sub);
  }

  pending(domain: DomainRecord, sub: string): Promise<TotpEnrolment | null> {
    return this.totp.pending(domain, sub);
  }

  confirm(domain: DomainRecord, sub: string, code: string): Promise<boolean> {
    return this.totp.confirm(domain, sub, code);
  }

  /** Makes recovery codes for somebody who has none left. @param place where they can be shown. @returns false if they have some */
  async makeRecoveryCodes(domain: DomainRecord, sub: string, place: string): Promise<boolean> {
    if ((await this.codes.remaining(domain, sub)) > 0) return false;
    return (await this.codes.regenerate(domain, sub, place)) !== null;
  }

  /** @returns the codes that were made there, until they have been kept */
  shownRecoveryCodes(domain: DomainRecord, sub: string, place: string): Promise<string[]> {
    return this.codes.shown(domain, sub, place);
  }

  keepRecoveryCodes(domain: DomainRecord, sub: string): Promise<void> {
    return this.codes.kept(domain, sub);
  }
}
