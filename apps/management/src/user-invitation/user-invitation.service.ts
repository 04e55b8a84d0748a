import { Injectable } from '@nestjs/common';
import { isUuid } from '@latchkey/oauth';
import { UserInvitationRepository, type Domain, type UserInvitation, type UserInvitationCounts } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { LOCAL_IDENTITY_PROVIDER } from '@latchkey/user';
import { getCurrentActor } from '../audit-event/actor.js';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import { requireValid, type CheckedBody } from '../http/checked-body.js';
import { UserInvitationReferenceService } from './user-invitation-reference.service.js';
import { readUserInvitation, type UserInvitationRequest } from './user-invitation.dto.js';

export type CountedUserInvitation = UserInvitation & UserInvitationCounts;

/** Invitations of users as the API shows them. A sweeper takes their steps. */
@Injectable()
export class UserInvitationService {
  constructor(
    private readonly changes: DomainChangeService,
    private readonly invitations: UserInvitationRepository,
    private readonly references: UserInvitationReferenceService,
    private readonly log: AuditLogService,
  ) {}

  /** Starts an invitation. @throws Problem invalid-request, user-invitation-conflict if another one runs, domain-not-found */
  async create(domain: Domain, body: CheckedBody<UserInvitationRequest>): Promise<CountedUserInvitation> {
    const { type, id: actorId, name, requestId } = getCurrentActor();
    const created = await this.changes.changeAlone(domain, async () => {
      const violations = await this.references.findViolations(domain.id, body.valid ?? {});
      const values = readUserInvitation(requireValid(body, violations));
      const id = await this.invitations.create({ domainId: domain.id, ...values, actor: { type, id: actorId, name, requestId } });
      if (id === null) throw createConflictProblem();
      const identityProvider = values.identityProvider === LOCAL_IDENTITY_PROVIDER ? null : values.identityProvider;
      await this.log.record(domain.id, { type: 'user_invitation.created', data: { invitation: id, identityProvider } });
      return id;
    });
    return this.get(domain, created);
  }

  list({ id }: Domain): Promise<UserInvitation[]> {
    return this.invitations.list(id);
  }

  /** @throws Problem user-invitation-not-found */
  async get(domain: Domain, id: string): Promise<CountedUserInvitation> {
    const key = { domainId: domain.id, id };
    const found = isUuid(id) ? await this.invitations.find(key) : null;
    if (!found) throw createNotFoundProblem();
    return { ...found, ...(await this.invitations.count(key)) };
  }

  /** Stops an invitation if it runs. Links that were sent stay valid. @throws Problem user-invitation-not-found, domain-not-found */
  async stop(domain: Domain, id: string): Promise<CountedUserInvitation> {
    if (!isUuid(id)) throw createNotFoundProblem();
    await this.changes.change(domain, async () => {
      if (await this.invitations.stop({ domainId: domain.id, id })) {
        await this.log.record(domain.id, { type: 'user_invitation.stopped', data: { invitation: id } });
      }
    });
    return this.get(domain, id);
  }
}

function createConflictProblem(): Problem {
  return new Problem('user-invitation-conflict', 'Another invitation of the domain is running. Wait until it has ended, or stop it.');
}

function createNotFoundProblem(): Problem {
  return new Problem('user-invitation-not-found', 'The domain has no invitation with this id. Results are kept for 90 days.');
}
