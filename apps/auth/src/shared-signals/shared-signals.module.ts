import { Module } from '@nestjs/common';
import { AuditLogPersistenceModule, SharedSignalsPersistenceModule } from '@latchkey/persistence';
import { DomainModule } from '../domain/domain.module.js';
import { PollService } from './poll.service.js';
import { ClientAuthenticationModule } from '../client-authentication/client-authentication.module.js';
import { ClientTokenModule } from '../client-token/client-token.module.js';
import { StreamControlController } from './stream-control.controller.js';
import { StreamControlService } from './stream-control.service.js';
import { StreamAuditLogService } from './stream-audit-log.service.js';
import { StreamController } from './stream.controller.js';
import { StreamService } from './stream.service.js';
import { TransmitterController } from './transmitter.controller.js';

/** The transmitter of Shared Signals of each domain. */
@Module({
  imports: [ClientAuthenticationModule, ClientTokenModule, DomainModule, AuditLogPersistenceModule, SharedSignalsPersistenceModule],
  controllers: [TransmitterController, StreamController, StreamControlController],
  providers: [PollService, StreamControlService, StreamAuditLogService, StreamService],
})
export class SharedSignalsModule {}
