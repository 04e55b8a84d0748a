import { Module } from '@nestjs/common';
import {
  AuditLogPersistenceModule,
  ScopeClaimsPersistenceModule,
  SharedSignalsPersistenceModule,
  SigningKeyPersistenceModule,
} from '@latchkey/persistence';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { PushEndingService } from './push-ending.service.js';
import { PushSenderService } from './push-sender.service.js';
import { PushWorkerService } from './push-worker.service.js';
import { ReceiverClaimsService } from './receiver-claims.service.js';
import { SecurityEventTokenService } from './security-event-token.service.js';
import { SignalAssignmentService } from './signal-assignment.service.js';
import { SignalExpirySweeper } from './signal-expiry.sweeper.js';

@Module({
  imports: [
    DeliveryModule,
    AuditLogModule,
    AuditLogPersistenceModule,
    ScopeClaimsPersistenceModule,
    SharedSignalsPersistenceModule,
    SigningKeyPersistenceModule,
  ],
  providers: [
    PushEndingService,
    PushSenderService,
    PushWorkerService,
    ReceiverClaimsService,
    SecurityEventTokenService,
    SignalAssignmentService,
    SignalExpirySweeper,
  ],
  exports: [PushWorkerService, SignalAssignmentService],
})
export class SharedSignalsModule {}
