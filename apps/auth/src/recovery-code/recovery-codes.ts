import { Injectable } from '@nestjs/common';
import { fingerprint, newRecoveryCode } from '@latchkey/crypto';
import { Database, RecoveryCodeRepository } from '@latchkey/persistence';
import type { DomainRecord } from '../domain/domain-record.js';
import { CredentialLog } from '../method/credential-log.js';
import { readTypedCode, showCode } from './code-text.js';

const CODES = 10;

type CodeDomain = Pick<DomainRecord, 'id'>;

/** Codes for when everything else is lost: NIST SP 800-63B section 3.1.2, look-up secrets. */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly codes: RecoveryCodeRepository,
    private readonly log: CredentialLog,
    private readonly database: Database,
  ) {}

  /**
   * Makes ten codes in the place of all that there are.
   *
   * @returns the codes, which are shown this once: only their hashes are kept. Null if there is no such active user
   */
  async regenerate(domain: CodeDomain, sub: string): Promise<string[] | null> {
    const codes = Array.from({ length: CODES }, newRecoveryCode);
    const hashes = codes.map((code) => hashOf(domain, sub, code));
    return this.database.transaction(async () => {
      if (!(await this.codes.replace({ domainId: domain.id, sub }, hashes))) return null;
      await this.log.record(domain.id, { operation: 'recovery-codes.create', sub });
      return codes.map(showCode);
    });
  }

  /** Uses a code up. @returns false if the user has no such code, or it was used before */
  async redeem(domain: CodeDomain, sub: string, typed: string): Promise<boolean> {
    const code = readTypedCode(typed);
    return code !== null && this.codes.consume({ domainId: domain.id, sub }, hashOf(domain, sub, code));
  }

  /** How many codes are left. */
  remaining(domain: CodeDomain, sub: string): Promise<number> {
    return this.codes.count({ domainId: domain.id, sub });
  }
}

function hashOf(domain: CodeDomain, sub: string, code: string): Buffer {
  return fingerprint(domain.id, sub, code);
}
