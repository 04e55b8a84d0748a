import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { IdentityProviderRepository } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import { LOCAL_IDENTITY_PROVIDER } from '@latchkey/user';
import { isLoopbackUrl, NEEDS_HTTPS } from '../magic-link/magic-link.dto.js';
import { RoleReferenceService } from '../role/role-reference.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import type { UserInvitationRequest } from './user-invitation.dto.js';

/** Checks what an invitation refers to. */
@Injectable()
export class UserInvitationReferenceService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly identityProviders: IdentityProviderRepository,
    private readonly roles: RoleReferenceService,
  ) {}

  /** The violations that depend on the domain and the settings. @param request its valid parts */
  async findViolations(domainId: string, { redirectUri, identityProvider, role }: Partial<UserInvitationRequest>): Promise<Violation[]> {
    const violations: Violation[] = [];
    if (this.settings.production && isLoopbackUrl(redirectUri)) violations.push({ pointer: '/redirectUri', detail: NEEDS_HTTPS });
    const provider = await this.findProviderViolation(domainId, identityProvider ?? LOCAL_IDENTITY_PROVIDER);
    if (provider !== null) violations.push({ pointer: '/identityProvider', detail: provider });
    if (role && (await this.roles.lockExisting(domainId, [role])).size === 0) {
      violations.push({ pointer: '/role', detail: `must be a role of the domain, which has no ${role}` });
    }
    return violations;
  }

  private async findProviderViolation(domainId: string, name: string): Promise<string | null> {
    if (name === LOCAL_IDENTITY_PROVIDER) return null;
    const provider = await this.identityProviders.find({ domainId, name });
    if (!provider) return `must be local or an identity provider of the domain, which has no ${name}`;
    return provider.enabled ? null : `must be an identity provider that is enabled, which ${name} is not`;
  }
}
