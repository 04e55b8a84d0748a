import { Injectable } from '@nestjs/common';
import {
  DomainRepository,
  UserInvitationStepRepository,
  type ActorType,
  type Domain,
  type ServedRecipient,
  type UserInvitation,
  type UserInvitationKey,
} from '@latchkey/persistence';
import { LOCAL_IDENTITY_PROVIDER } from '@latchkey/user';
import { runAsActor } from '../audit-event/actor.js';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import { UserInvitationMailService } from './user-invitation-mail.service.js';

/** Users of a transaction that looks at them, and of one that invites them, so that others wait only shortly for its locks. */
const COLLECTED_USERS = 5_000;
const INVITED_USERS = 50;
/** How long to wait before the outcome of mails is looked at again after the last wave. */
const SETTLING_SECONDS = 5;

/** The background work on invitations, in short steps. A process that dies between two steps loses nothing and repeats nothing. */
@Injectable()
export class UserInvitationStepService {
  constructor(
    private readonly domains: DomainRepository,
    private readonly changes: DomainChangeService,
    private readonly steps: UserInvitationStepRepository,
    private readonly mails: UserInvitationMailService,
    private readonly log: AuditLogService,
  ) {}

  /** Takes the next step of an invitation unless another process does it, or none is due. */
  async take(key: UserInvitationKey): Promise<void> {
    const domain = await this.domains.find(key.domainId);
    if (!domain || domain.status === 'deleting') return;
    await this.changes.change(domain, async () => {
      const invitation = await this.steps.lockDue(key);
      if (!invitation) return;
      const actor = { ...invitation.actor, type: invitation.actor.type as ActorType, address: null };
      await runAsActor(actor, () => this.advance(domain, invitation));
    });
  }

  private async advance(domain: Domain, invitation: UserInvitation): Promise<void> {
    const isUnsettled = await this.steps.settle(invitation);
    if (invitation.status !== 'Running') {
      await this.steps.advance(invitation, { ...invitation, seconds: isUnsettled ? SETTLING_SECONDS : null });
    } else if (invitation.collectedAt === null) await this.steps.collect(invitation, COLLECTED_USERS);
    else await this.invite(domain, invitation);
  }

  private async invite(domain: Domain, invitation: UserInvitation): Promise<void> {
    const { waveSize, invitedInWave, intervalSeconds } = invitation;
    const context = await this.mails.createContext(domain, invitation);
    const served: ServedRecipient[] = [];
    for (const user of await this.steps.listWaiting(invitation, Math.min(INVITED_USERS, waveSize - invitedInWave))) {
      // control: an invitation sends no link to a user who has a way in
      const messageId = user.hasNoWayIn ? await this.mails.send(context, user) : null;
      served.push({ id: user.id, messageId });
      if (messageId !== null) await this.record(invitation, user.sub);
    }
    await this.steps.serve(invitation, served);
    const invited = invitedInWave + served.filter(({ messageId }) => messageId !== null).length;
    if (!(await this.steps.hasWaiting(invitation))) {
      await this.steps.advance(invitation, { status: 'Completed', invitedInWave: 0, seconds: 0 });
    } else {
      const wave = invited >= waveSize ? { invitedInWave: 0, seconds: intervalSeconds } : { invitedInWave: invited, seconds: 0 };
      await this.steps.advance(invitation, { status: 'Running', ...wave });
    }
  }

  private record({ domainId, id, identityProvider }: UserInvitation, user: string): Promise<void> {
    const data = { invitation: id, identityProvider: identityProvider === LOCAL_IDENTITY_PROVIDER ? null : identityProvider };
    return this.log.record(domainId, { type: 'user.invited', user, data });
  }
}
