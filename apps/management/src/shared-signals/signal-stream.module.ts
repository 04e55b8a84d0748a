import { Module } from '@nestjs/common';
import { DomainPersistenceModule, SharedSignalsPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { SignalStreamController } from './signal-stream.controller.js';
import { SignalStreamService } from './signal-stream.service.js';

@Module({
  imports: [CurrentDomainModule, DomainPersistenceModule, AuditLogModule, SharedSignalsPersistenceModule],
  controllers: [SignalStreamController],
  providers: [SignalStreamService],
})
export class SignalStreamModule {}
