import { Module } from '@nestjs/common';
import { AuditLogPersistenceModule, RolePersistenceModule, UserPersistenceModule } from '@latchkey/persistence';
import { UserChangeModule } from '@latchkey/user';
import { ClientTokenModule } from '../client-token/client-token.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { ReceiptKeyModule } from '../domain/receipt-key.module.js';
import { BulkController } from './bulk.controller.js';
import { BulkService } from './bulk.service.js';
import { ScimCallerService } from './scim-caller.service.js';
import { ScimDiscoveryController } from './scim-discovery.controller.js';
import { ScimGroupController } from './scim-group.controller.js';
import { ScimGroupService } from './scim-group.service.js';
import { ScimUserController } from './scim-user.controller.js';
import { ScimUserService } from './scim-user.service.js';

/** SCIM 2.0 (RFC 7643, RFC 7644): other services provision the users and groups of a domain. */
@Module({
  imports: [
    AuditLogPersistenceModule,
    ClientTokenModule,
    DomainModule,
    ReceiptKeyModule,
    RolePersistenceModule,
    UserPersistenceModule,
    UserChangeModule,
  ],
  controllers: [BulkController, ScimDiscoveryController, ScimGroupController, ScimUserController],
  providers: [BulkService, ScimCallerService, ScimGroupService, ScimUserService],
})
export class ScimModule {}
