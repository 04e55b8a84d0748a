import { Module } from '@nestjs/common';
import {
  AuditLogPersistenceModule,
  DomainPersistenceModule,
  ErasurePersistenceModule,
  RolePersistenceModule,
  UserDataPersistenceModule,
  UserPersistenceModule,
} from '@latchkey/persistence';
import { DomainTransactionService } from './domain-transaction.service.js';
import { GroupChangeService } from './group-change.service.js';
import { UserChangeService } from './user-change.service.js';
import { UserExportService } from './user-export.service.js';

const SERVICES = [DomainTransactionService, GroupChangeService, UserChangeService, UserExportService];

@Module({
  imports: [
    AuditLogPersistenceModule,
    DomainPersistenceModule,
    ErasurePersistenceModule,
    RolePersistenceModule,
    UserDataPersistenceModule,
    UserPersistenceModule,
  ],
  providers: SERVICES,
  exports: SERVICES,
})
export class UserChangeModule {}
