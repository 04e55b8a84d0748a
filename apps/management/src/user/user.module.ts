import { Module } from '@nestjs/common';
import {
  BrandingPersistenceModule,
  CredentialPersistenceModule,
  MessagePersistenceModule,
  OidcPayloadPersistenceModule,
  PasskeyPersistenceModule,
  RecoveryCodePersistenceModule,
  TotpPersistenceModule,
  UserPersistenceModule,
} from '@latchkey/persistence';
import { UserChangeModule } from '@latchkey/user';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { CredentialController } from './credential/credential.controller.js';
import { CredentialRemovalService } from './credential/credential-removal.service.js';
import { CredentialService } from './credential/credential.service.js';
import { NoticeService } from './credential/notice.service.js';
import { SessionController } from './session/session.controller.js';
import { SessionService } from './session/session.service.js';
import { UserController } from './user.controller.js';
import { UserService } from './user.service.js';

@Module({
  imports: [
    AuditLogModule,
    CurrentDomainModule,
    BrandingPersistenceModule,
    CredentialPersistenceModule,
    MessagePersistenceModule,
    OidcPayloadPersistenceModule,
    PasskeyPersistenceModule,
    RecoveryCodePersistenceModule,
    TotpPersistenceModule,
    UserChangeModule,
    UserPersistenceModule,
  ],
  controllers: [UserController, CredentialController, SessionController],
  providers: [UserService, CredentialService, CredentialRemovalService, NoticeService, SessionService],
  exports: [UserService],
})
export class UserModule {}
