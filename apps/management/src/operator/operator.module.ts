import { Module } from '@nestjs/common';
import { OperatorPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { OperatorController } from './operator.controller.js';
import { OperatorService } from './operator.service.js';

@Module({ imports: [AuditLogModule, OperatorPersistenceModule], controllers: [OperatorController], providers: [OperatorService] })
export class OperatorModule {}
