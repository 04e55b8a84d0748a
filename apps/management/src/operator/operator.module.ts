import { Module } from '@nestjs/common';
import { OperatorPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CallerModule } from '../caller/caller.module.js';
import { OperatorController } from './operator.controller.js';
import { OperatorService } from './operator.service.js';

@Module({
  imports: [AuditLogModule, CallerModule, OperatorPersistenceModule],
  controllers: [OperatorController],
  providers: [OperatorService],
})
export class OperatorModule {}
