import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import type { Domain, Precondition, User, UserErasure } from '@latchkey/persistence';
import { ReceiptKeyService } from '@latchkey/receipt';
import { UserChangeService, type ErasingDomain } from '@latchkey/user';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { UserService } from '../user.service.js';

interface UserKey {
  domain: Domain;
  sub: string;
}

/** Erases users, with a signed receipt. */
@Injectable()
export class ErasureService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly users: UserService,
    private readonly userChanges: UserChangeService,
    private readonly log: AuditLogService,
    private readonly keys: ReceiptKeyService,
  ) {}

  /**
   * Removes a user with everything that belongs to them, and signs a receipt.
   *
   * @returns the `sub` of the erasure
   * @throws Problem user-not-found, precondition-failed
   */
  erase({ domain, sub }: UserKey, precondition: Precondition<User>): Promise<string> {
    return this.users.changeOf(domain, sub, async (user) => {
      await precondition(user);
      await this.userChanges.delete(this.createErasingDomain(domain), user);
      return user.sub;
    });
  }

  /** The last erasure of a user with this `sub`. @throws Problem erasure-not-found */
  get({ domain, sub }: UserKey): Promise<UserErasure> {
    return this.userChanges.getErasure(domain, sub);
  }

  private createErasingDomain(domain: Domain): ErasingDomain {
    return {
      ...this.log.of(domain),
      name: domain.name,
      issuer: authUrlOf(this.settings, domain.name),
      signReceipt: async (typ, claims) => (await this.keys.createSigner(typ))(claims),
    };
  }
}
