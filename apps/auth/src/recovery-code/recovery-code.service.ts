import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { fingerprint, newRecoveryCode, recoveryCodeContext, Encryptor } from '@latchkey/crypto';
import { RecoveryCodeRepository, type DisplayedRecoveryCode } from '@latchkey/persistence';
import { CredentialChangeService, type CredentialDomain } from '../authentication-method/credential-change.service.js';
import { SETTINGS } from '../settings/settings.module.js';

const CODE_COUNT = 10;
const GROUP_PATTERN = /.{5}/g;
/** How long new codes can be displayed again until the user acknowledges them. */
const DISPLAY_TTL_SECONDS = 600;

/** Manages recovery codes, which NIST SP 800-63B section 3.1.2 calls look-up secrets. */
@Injectable()
export class RecoveryCodeService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly codes: RecoveryCodeRepository,
    private readonly changes: CredentialChangeService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /**
   * Replaces all codes of a user with ten new ones.
   *
   * @param displayScope the sign-in or session that may display the codes again for ten minutes
   * @returns the codes, which are stored as hashes; null if the user is unknown or inactive
   */
  async regenerate(domain: CredentialDomain, sub: string, displayScope: string): Promise<string[] | null> {
    const codes = Array.from({ length: CODE_COUNT }, newRecoveryCode);
    const stored = codes.map((code) => this.encrypt(domain, hashCode(domain, sub, code), code));
    return this.changes.transaction(domain, sub, async () => {
      if (!(await this.codes.replace({ domainId: domain.id, sub }, stored, { place: displayScope, seconds: DISPLAY_TTL_SECONDS })))
        return null;
      await this.changes.record(domain, { sub, event: 'recovery_code.created', notice: 'recovery-codes-made' });
      return codes.map(formatRecoveryCode);
    });
  }

  /** Lists new codes that the user has not acknowledged yet in this scope. */
  async listDisplayed(domain: CredentialDomain, sub: string, displayScope: string): Promise<string[]> {
    const stored = await this.codes.findDisplayed({ domainId: domain.id, sub }, displayScope);
    return stored.map(({ hash, encrypted }) =>
      formatRecoveryCode(this.encryptor.decrypt(encrypted, getEncryptionContext(domain, hash)).toString('utf8')),
    );
  }

  /** Stops displaying the codes, because the user has saved them. */
  acknowledge(domain: CredentialDomain, sub: string): Promise<void> {
    return this.codes.clearDisplayed({ domainId: domain.id, sub });
  }

  /** Consumes a code. @returns false if the user has no such code, or has already used it */
  async redeem(domain: CredentialDomain, sub: string, enteredCode: string): Promise<boolean> {
    const code = parseRecoveryCode(enteredCode);
    if (code === null) return false;
    return this.changes.transaction(domain, sub, async () => {
      const redeemed = await this.codes.consume({ domainId: domain.id, sub }, hashCode(domain, sub, code));
      if (redeemed) await this.changes.record(domain, { sub, event: 'recovery_code.used', notice: 'recovery-code-used' });
      return redeemed;
    });
  }

  countRemaining(domain: CredentialDomain, sub: string): Promise<number> {
    return this.codes.count({ domainId: domain.id, sub });
  }

  private encrypt(domain: CredentialDomain, hash: Buffer, code: string): DisplayedRecoveryCode {
    return { hash, encrypted: this.encryptor.encrypt(Buffer.from(code, 'utf8'), getEncryptionContext(domain, hash)) };
  }
}

function getEncryptionContext({ id }: CredentialDomain, hash: Buffer): string {
  return recoveryCodeContext(id, `\\x${hash.toString('hex')}`);
}

function hashCode(domain: CredentialDomain, sub: string, code: string): Buffer {
  return fingerprint(domain.id, sub, code);
}

/** Formats a code for display, in groups of five characters. */
function formatRecoveryCode(code: string): string {
  return code.match(GROUP_PATTERN)!.join('-');
}

/** Normalizes an entered code: ignores case, spaces and hyphens, and corrects `0` and `1`. @returns null if it is not a code */
function parseRecoveryCode(enteredCode: string): string | null {
  const code = enteredCode.toLowerCase().replace(/[\s-]/g, '').replaceAll('0', 'o').replaceAll('1', 'l');
  return /^[a-z2-7]{20}$/.test(code) ? code : null;
}
