import { Injectable } from '@nestjs/common';
import { hashSecret, randomId, randomSecret } from '@latchkey/crypto';
import { isUuid } from '@latchkey/oauth';
import { SignUpRepository, type Attributes, type Domain, type PendingInvitation } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { mergePatch } from '@latchkey/user';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import { requireValid, type CheckedBody } from '../http/checked-body.js';
import { RoleReferenceService } from '../role/role-reference.service.js';
import { InvitationMailService } from './invitation-mail.service.js';
import { DEFAULT_EXPIRY_DAYS, type InvitationRequest, type InvitationResponse } from './invitation.dto.js';

export const MAX_INVITATIONS = 1_000;
const DAY_SECONDS = 86_400;

/** Invitations of people who are no users yet. The auth server reads them when their links are used. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly changes: DomainChangeService,
    private readonly signUps: SignUpRepository,
    private readonly roles: RoleReferenceService,
    private readonly mails: InvitationMailService,
    private readonly log: AuditLogService,
  ) {}

  async list({ id }: Domain): Promise<InvitationResponse[]> {
    return (await this.signUps.listInvitations(id)).map(toResponse);
  }

  /** @throws Problem invitation-conflict, invalid-request, too-many-requests */
  create(domain: Domain, body: CheckedBody<InvitationRequest>): Promise<InvitationResponse> {
    // Alone, because the number of invitations is limited.
    return this.changes.changeAlone(domain, async () => {
      const missing = await this.roles.findMissing(domain.id, body.valid?.roles ?? []);
      const violations = missing.map(({ pointer, detail }) => ({ pointer: `/roles${pointer}`, detail }));
      const request = requireValid(body, violations);
      const { email } = request;
      const [roles, days] = [request.roles ?? [], request.expiresInDays ?? DEFAULT_EXPIRY_DAYS];
      await this.mails.requireInvitable(domain, email);
      if ((await this.signUps.replaceInvitations(domain.id, email)) >= MAX_INVITATIONS)
        throw new Problem(
          'invitation-conflict',
          `The domain has the maximum of ${MAX_INVITATIONS} pending invitations. Revoke some first.`,
        );
      const [id, token] = [randomId(), randomSecret()];
      const redirectUri = request.redirectUri ?? this.mails.getAccountPage(domain);
      const attributes = mergePatch({}, { ...request.attributes, name: request.name ?? null }) as Attributes;
      const key = { domainId: domain.id, hash: hashSecret(token), id };
      await this.signUps.create({ ...key, email, interactionUid: null, redirectUri, roles, attributes }, days * DAY_SECONDS);
      await this.mails.send(domain, { ...request, token, days });
      await this.log.record(domain.id, { type: 'sign_up.invited', data: { invitation: id, roles } });
      return toResponse((await this.signUps.listInvitations(domain.id)).find((invitation) => invitation.id === id)!);
    });
  }

  /** @throws Problem invitation-not-found */
  delete(domain: Domain, id: string): Promise<void> {
    return this.changes.change(domain, async () => {
      if (!isUuid(id) || !(await this.signUps.deleteInvitation(domain.id, id)))
        throw new Problem('invitation-not-found', 'The domain has no pending invitation with this id.');
      await this.log.record(domain.id, { type: 'sign_up.revoked', data: { invitation: id.toLowerCase() } });
    });
  }
}

function toResponse({ attributes: { name, ...attributes }, createdAt, expiresAt, ...invitation }: PendingInvitation): InvitationResponse {
  return {
    ...invitation,
    name: typeof name === 'string' ? name : null,
    attributes,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
