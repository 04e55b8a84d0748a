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
import { AuditLogChainModule } from '../audit-log/chain/audit-log-chain.module.js';
import { ReceiptKeyModule } from '../receipt-key/receipt-key.module.js';
import { CredentialController } from './credential/credential.controller.js';
import { CredentialRemovalService } from './credential/credential-removal.service.js';
import { CredentialService } from './credential/credential.service.js';
import { ErasureController } from './erasure/erasure.controller.js';
import { ErasureService } from './erasure/erasure.service.js';
import { UserExportController } from './export/user-export.controller.js';
import { NoticeService } from './credential/notice.service.js';
import { SessionController } from './session/session.controller.js';
import { SessionService } from './session/session.service.js';
import { UserController } from './user.controller.js';
import { UserService } from './user.service.js';

@Module({
  imports: [
    AuditLogChainModule,
    AuditLogModule,
    CurrentDomainModule,
    BrandingPersistenceModule,
    CredentialPersistenceModule,
    MessagePersistenceModule,
    OidcPayloadPersistenceModule,
    PasskeyPersistenceModule,
    ReceiptKeyModule,
    RecoveryCodePersistenceModule,
    TotpPersistenceModule,
    UserChangeModule,
    UserPersistenceModule,
  ],
  controllers: [UserController, CredentialController, SessionController, UserExportController, ErasureController],
  providers: [UserService, ErasureService, CredentialService, CredentialRemovalService, NoticeService, SessionService],
  exports: [UserService],
})
export class UserModule {}
