import { Module } from '@nestjs/common';
import {
  ClientAuthenticationPersistenceModule,
  ClientPersistenceModule,
  DomainPersistenceModule,
  ResourcePersistenceModule,
  RolePersistenceModule,
} from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { ResourceModule } from '../resource/resource.module.js';
import { RoleModule } from '../role/role.module.js';
import { AuthenticationDocumentValidator } from './authentication/authentication-document.validator.js';
import { ClientAuthenticationController } from './authentication/client-authentication.controller.js';
import { ClientAuthenticationPart } from './authentication/client-authentication.part.js';
import { ClientAuthenticationService } from './authentication/client-authentication.service.js';
import { ClientClaimsController } from './claims/client-claims.controller.js';
import { ClientClaimsPart } from './claims/client-claims.part.js';
import { ClientClaimsService } from './claims/client-claims.service.js';
import { ClientGrantsController } from './grants/client-grants.controller.js';
import { ClientGrantsPart } from './grants/client-grants.part.js';
import { ClientGrantsService } from './grants/client-grants.service.js';
import { ClientRefreshTokenController } from './refresh-token/client-refresh-token.controller.js';
import { ClientRefreshTokenPart } from './refresh-token/client-refresh-token.part.js';
import { ClientRefreshTokenService } from './refresh-token/client-refresh-token.service.js';
import { ClientPresentationController } from './presentation/client-presentation.controller.js';
import { ClientQuotaController } from './quota/client-quota.controller.js';
import { ClientPresentationPart } from './presentation/client-presentation.part.js';
import { ClientQuotaPart } from './quota/client-quota.part.js';
import { ClientPresentationService } from './presentation/client-presentation.service.js';
import { ClientQuotaService } from './quota/client-quota.service.js';
import { ClientResourceController } from './resource/client-resource.controller.js';
import { ClientResourcePart } from './resource/client-resource.part.js';
import { ClientResourceService } from './resource/client-resource.service.js';
import { ClientRoleController } from './role/client-role.controller.js';
import { ClientRolePart } from './role/client-role.part.js';
import { ClientRoleService } from './role/client-role.service.js';
import { ClientActiveController } from './active/client-active.controller.js';
import { ClientActivePart } from './active/client-active.part.js';
import { ClientActiveService } from './active/client-active.service.js';
import { ClientChangeService } from './client-change.service.js';
import { ClientController } from './client.controller.js';
import { ClientSecretController } from './client-secret.controller.js';
import { ClientSecretService } from './client-secret.service.js';
import { ClientService } from './client.service.js';
import { ClientSetService } from './client-set.service.js';

/** The members of a client in the configuration document. */
const PARTS = [
  ClientActivePart,
  ClientAuthenticationPart,
  ClientClaimsPart,
  ClientGrantsPart,
  ClientPresentationPart,
  ClientQuotaPart,
  ClientRefreshTokenPart,
  ClientResourcePart,
  ClientRolePart,
];

@Module({
  imports: [
    AuditLogModule,
    ClientAuthenticationPersistenceModule,
    ClientPersistenceModule,
    DomainPersistenceModule,
    ResourcePersistenceModule,
    RolePersistenceModule,
    CurrentDomainModule,
    ResourceModule,
    RoleModule,
  ],
  controllers: [
    ClientController,
    ClientSecretController,
    ClientAuthenticationController,
    ClientRefreshTokenController,
    ClientResourceController,
    ClientRoleController,
    ClientClaimsController,
    ClientGrantsController,
    ClientActiveController,
    ClientPresentationController,
    ClientQuotaController,
  ],
  providers: [
    AuthenticationDocumentValidator,
    ClientChangeService,
    ClientService,
    ClientSetService,
    ClientSecretService,
    ClientAuthenticationService,
    ClientRefreshTokenService,
    ClientResourceService,
    ClientRoleService,
    ClientClaimsService,
    ClientGrantsService,
    ClientActiveService,
    ClientPresentationService,
    ClientQuotaService,
    ...PARTS,
  ],
  exports: [ClientSetService, ...PARTS],
})
export class ClientModule {}
