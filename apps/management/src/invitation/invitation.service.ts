import { Injectable } from '@nestjs/common';
import { hashSecret, randomId, randomSecret } from '@latchkey/crypto';
import { isUuid } from '@latchkey/oauth';
import { SignUpRepository, type Domain, type PendingInvitation } from '@latchkey/persistence';
import { createInvalidBodyProblem, Problem } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
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
  create(domain: Domain, request: InvitationRequest): Promise<InvitationResponse> {
    const { email, name, roles = [], attributes = {}, expiresInDays: days = DEFAULT_EXPIRY_DAYS } = request;
    // Alone, because the number of invitations is limited.
    return this.changes.changeAlone(domain, async () => {
      await this.mails.requireInvitable(domain, email);
      const missing = await this.roles.findMissing(domain.id, roles);
      if (missing.length > 0)
        throw createInvalidBodyProblem(missing.map(({ pointer, detail }) => ({ pointer: `/roles${pointer}`, detail })));
      if ((await this.signUps.replaceInvitations(domain.id, email)) >= MAX_INVITATIONS)
        throw new Problem(
          'invitation-conflict',
          `The domain has the maximum of ${MAX_INVITATIONS} pending invitations. Revoke some first.`,
        );
      const [id, token] = [randomId(), randomSecret()];
      const redirectUri = request.redirectUri ?? this.mails.getAccountPage(domain);
      const all = { ...attributes, ...(name !== undefined && { name }) };
      const key = { domainId: domain.id, hash: hashSecret(token), id };
      await this.signUps.create({ ...key, email, interactionUid: null, redirectUri, roles, attributes: all }, days * DAY_SECONDS);
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
