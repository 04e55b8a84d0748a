import { Injectable } from '@nestjs/common';
import type { PlainEventType } from '@latchkey/events';
import type { NoticeKind } from '@latchkey/message';
import { CredentialRepository, type Credential, type Domain } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { UserService } from '../user.service.js';
import { CredentialRemovalService } from './credential-removal.service.js';
import { NoticeService } from './notice.service.js';

interface UserKey {
  domain: Domain;
  sub: string;
}

/** How the removal of a credential is logged, and what its user is told. */
const REMOVALS: Readonly<Record<Credential['type'], { event: PlainEventType; notice: NoticeKind }>> = {
  Passkey: { event: 'passkey.deleted', notice: 'passkey-removed' },
  Totp: { event: 'authenticator_app.deleted', notice: 'authenticator-app-removed' },
  RecoveryCodes: { event: 'recovery_code.deleted', notice: 'recovery-codes-removed' },
};

/** The credentials of users, for operators who help them. */
@Injectable()
export class CredentialService {
  constructor(
    private readonly users: UserService,
    private readonly credentials: CredentialRepository,
    private readonly removals: CredentialRemovalService,
    private readonly log: AuditLogService,
    private readonly notices: NoticeService,
  ) {}

  /** @throws Problem user-not-found */
  async list({ domain, sub }: UserKey): Promise<Credential[]> {
    const user = await this.users.get(domain, sub);
    return this.credentials.list(domain.id, user.sub);
  }

  /**
   * Removes a credential and notifies its user. Sessions stay, as when users remove one themselves.
   *
   * @throws Problem user-not-found, credential-not-found
   */
  async delete({ domain, sub }: UserKey, id: string): Promise<void> {
    await this.users.changeOf(domain, sub, async (user) => {
      const type = await this.removals.remove(user, id);
      if (type === null) throw new Problem('credential-not-found', 'The user has no credential with this id.');
      const { event, notice } = REMOVALS[type];
      await this.log.record(domain.id, { type: event, user: user.sub });
      await this.notices.send(domain, user, notice);
    });
  }
}
