import { Module } from '@nestjs/common';
import { outgoingPolicyOf, type ManagementSettings } from '@latchkey/config';
import { SafeFetchClient } from '@latchkey/outgoing';
import {
  ClientAuthenticationPersistenceModule,
  ClientPersistenceModule,
  DomainPersistenceModule,
  MagicLinkPersistenceModule,
  OperatorPersistenceModule,
  SubscriptionPersistenceModule,
  UserPersistenceModule,
} from '@latchkey/persistence';
import { UserChangeModule } from '@latchkey/user';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { AuthenticationDocumentValidator } from '../client/authentication/authentication-document.validator.js';
import { ClientAuthenticationService } from '../client/authentication/client-authentication.service.js';
import { ClientChangeService } from '../client/client-change.service.js';
import { ClientService } from '../client/client.service.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import { MagicLinkService } from '../magic-link/magic-link.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { UserService } from '../user/user.service.js';
import { ConsoleSetupService } from './console-setup.service.js';
import { FirstOperatorService } from './first-operator.service.js';
import { OperatorLinkService } from './operator-link.service.js';

/** For the operator commands, which load no controllers. */
@Module({
  imports: [
    AuditLogModule,
    ClientAuthenticationPersistenceModule,
    ClientPersistenceModule,
    DomainPersistenceModule,
    MagicLinkPersistenceModule,
    OperatorPersistenceModule,
    SubscriptionPersistenceModule,
    UserChangeModule,
    UserPersistenceModule,
  ],
  providers: [
    // The validator asks it about URLs. It sends nothing.
    {
      provide: SafeFetchClient,
      useFactory: (settings: ManagementSettings) => new SafeFetchClient(outgoingPolicyOf(settings)),
      inject: [SETTINGS],
    },
    AuthenticationDocumentValidator,
    ClientAuthenticationService,
    ClientChangeService,
    ClientService,
    ConsoleSetupService,
    DomainChangeService,
    FirstOperatorService,
    MagicLinkService,
    OperatorLinkService,
    UserService,
  ],
  exports: [ConsoleSetupService, OperatorLinkService],
})
export class ConsoleModule {}
