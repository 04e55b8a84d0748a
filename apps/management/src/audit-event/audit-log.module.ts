import { Module } from '@nestjs/common';
import { AuditLogPersistenceModule } from '@latchkey/persistence';
import { AuditLogService } from './audit-log.service.js';

@Module({ imports: [AuditLogPersistenceModule], providers: [AuditLogService], exports: [AuditLogService] })
export class AuditLogModule {}
