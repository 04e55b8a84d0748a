import { Injectable } from '@nestjs/common';
import { PasskeyRepository, RecoveryCodeRepository, TotpRepository, type User } from '@latchkey/persistence';

/** Removes one credential of a locked user. Each method returns false if the user does not have it. */
@Injectable()
export class CredentialRemovalService {
  constructor(
    private readonly passkeys: PasskeyRepository,
    private readonly totp: TotpRepository,
    private readonly recoveryCodes: RecoveryCodeRepository,
  ) {}

  removePasskey({ domainId, sub }: User, id: string): Promise<boolean> {
    return this.passkeys.delete({ domainId, sub, id });
  }

  removeTotp({ domainId, sub }: User): Promise<boolean> {
    return this.totp.delete({ domainId, sub });
  }

  removeRecoveryCodes({ domainId, sub }: User): Promise<boolean> {
    return this.recoveryCodes.deleteAll({ domainId, sub });
  }
}
