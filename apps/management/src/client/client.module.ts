import { Module } from '@nestjs/common';
import { ClientAuthenticationPersistenceModule, ClientPersistenceModule, DomainPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { AuthenticationDocumentValidator } from './authentication/authentication-document.validator.js';
import { ClientAuthenticationController } from './authentication/client-authentication.controller.js';
import { ClientAuthenticationService } from './authentication/client-authentication.service.js';
import { ClientRefreshTokenController } from './refresh-token/client-refresh-token.controller.js';
import { ClientRefreshTokenService } from './refresh-token/client-refresh-token.service.js';
import { ClientChangeService } from './client-change.service.js';
import { ClientController } from './client.controller.js';
import { ClientSecretController } from './client-secret.controller.js';
import { ClientSecretService } from './client-secret.service.js';
import { ClientService } from './client.service.js';

@Module({
  imports: [AuditLogModule, ClientAuthenticationPersistenceModule, ClientPersistenceModule, DomainPersistenceModule, CurrentDomainModule],
  controllers: [ClientController, ClientSecretController, ClientAuthenticationController, ClientRefreshTokenController],
  providers: [
    AuthenticationDocumentValidator,
    ClientChangeService,
    ClientService,
    ClientSecretService,
    ClientAuthenticationService,
    ClientRefreshTokenService,
  ],
})
export class ClientModule {}
