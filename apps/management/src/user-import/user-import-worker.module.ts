import { Module } from '@nestjs/common';
import {
  DomainPersistenceModule,
  JobStatePersistenceModule,
  UserImportPersistenceModule,
  UserPersistenceModule,
} from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { RoleModule } from '../role/role.module.js';
import { UserModule } from '../user/user.module.js';
import { UserImportBatchService } from './user-import-batch.service.js';
import { UserImportPlanService } from './user-import-plan.service.js';
import { UserImportJobService } from './user-import-job.service.js';
import { UserImportProcessor } from './user-import.processor.js';
import { UserImportSweeper } from './user-import.sweeper.js';

/** Imports users in the background. */
@Module({
  imports: [
    AuditLogModule,
    CurrentDomainModule,
    DomainPersistenceModule,
    JobStatePersistenceModule,
    RoleModule,
    UserImportPersistenceModule,
    UserModule,
    UserPersistenceModule,
  ],
  providers: [UserImportBatchService, UserImportJobService, UserImportPlanService, UserImportProcessor, UserImportSweeper],
})
export class UserImportWorkerModule {}
