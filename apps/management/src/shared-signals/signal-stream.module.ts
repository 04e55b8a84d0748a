import { Module } from '@nestjs/common';
import { DomainPersistenceModule, SharedSignalsPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { PushAuthorizationService } from './push-authorization.service.js';
import { SignalDeliveryController } from './signal-delivery.controller.js';
import { SignalDeliveryService } from './signal-delivery.service.js';
import { SignalStreamController } from './signal-stream.controller.js';
import { SignalStreamService } from './signal-stream.service.js';

@Module({
  imports: [CurrentDomainModule, DomainPersistenceModule, AuditLogModule, SharedSignalsPersistenceModule],
  controllers: [SignalDeliveryController, SignalStreamController],
  providers: [PushAuthorizationService, SignalDeliveryService, SignalStreamService],
})
export class SignalStreamModule {}
