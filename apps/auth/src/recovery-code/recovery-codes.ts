import { Injectable } from '@nestjs/common';
import { fingerprint, newRecoveryCode } from '@latchkey/crypto';
import { RecoveryCodeRepository } from '@latchkey/persistence';
import { CredentialChanges, type CredentialDomain } from '../method/credential-changes.js';
import { readTypedCode, showCode } from './code-text.js';

const CODES = 10;

/** Codes for when everything else is lost: NIST SP 800-63B section 3.1.2, look-up secrets. */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly codes: RecoveryCodeRepository,
    private readonly changes: CredentialChanges,
  ) {}

  /**
   * Makes ten codes in the place of all that there are.
   *
   * @returns the codes, which are shown this once: only their hashes are kept. Null if there is no such active user
   */
  async regenerate(domain: CredentialDomain, sub: string): Promise<string[] | null> {
    const codes = Array.from({ length: CODES }, newRecoveryCode);
    const hashes = codes.map((code) => hashOf(domain, sub, code));
    return this.changes.transaction(domain, sub, async () => {
      if (!(await this.codes.replace({ domainId: domain.id, sub }, hashes))) return null;
      await this.changes.record(domain, { sub, operation: 'recovery-codes.create', notice: 'recovery-codes-made' });
      return codes.map(showCode);
    });
  }

  /** Uses a code up. @returns false if the user has no such code, or it was used before */
  async redeem(domain: CredentialDomain, sub: string, typed: string): Promise<boolean> {
    const code = readTypedCode(typed);
    if (code === null) return false;
    return this.changes.transaction(domain, sub, async () => {
      const redeemed = await this.codes.consume({ domainId: domain.id, sub }, hashOf(domain, sub, code));
      if (redeemed) await this.changes.record(domain, { sub, operation: 'recovery-code.redeem', notice: 'recovery-code-used' });
      return redeemed;
    });
  }

  /** How many codes are left. */
  remaining(domain: CredentialDomain, sub: string): Promise<number> {
    return this.codes.count({ domainId: domain.id, sub });
  }
}

function hashOf(domain: CredentialDomain, sub: string, code: string): Buffer {
  return fingerprint(domain.id, sub, code);
}
