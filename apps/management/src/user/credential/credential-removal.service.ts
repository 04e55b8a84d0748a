import { Injectable } from '@nestjs/common';
import { isUuid } from '@latchkey/oauth';
import { PasskeyRepository, RecoveryCodeRepository, TotpRepository, type Credential, type User } from '@latchkey/persistence';

/** Removes credentials by the ids of their list: a user has one authenticator app and one set of recovery codes, but several passkeys. */
@Injectable()
export class CredentialRemovalService {
  constructor(
    private readonly passkeys: PasskeyRepository,
    private readonly totp: TotpRepository,
    private readonly recoveryCodes: RecoveryCodeRepository,
  ) {}

  /** @param user locked @returns the type of the removed credential; null if the user has none with this id */
  async remove({ domainId, sub }: User, id: string): Promise<Credential['type'] | null> {
    if (id === 'totp') return (await this.totp.delete({ domainId, sub })) ? 'Totp' : null;
    if (id === 'recovery-codes') return (await this.recoveryCodes.deleteAll({ domainId, sub })) ? 'RecoveryCodes' : null;
    return isUuid(id) && (await this.passkeys.delete({ domainId, sub, id })) ? 'Passkey' : null;
  }
}
