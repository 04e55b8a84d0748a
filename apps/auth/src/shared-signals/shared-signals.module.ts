import { Module } from '@nestjs/common';
import { AuditLogPersistenceModule, SharedSignalsPersistenceModule } from '@latchkey/persistence';
import { ClientAuthenticationModule } from '../client-authentication/client-authentication.module.js';
import { AccessTokenModule } from '../access-token/access-token.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { PollService } from './poll.service.js';
import { ReceiverService } from './receiver.service.js';
import { StreamControlController } from './stream-control.controller.js';
import { StreamControlService } from './stream-control.service.js';
import { StreamAuditLogService } from './stream-audit-log.service.js';
import { StreamController } from './stream.controller.js';
import { StreamService } from './stream.service.js';
import { TransmitterController } from './transmitter.controller.js';

/** The transmitter of Shared Signals of each domain. */
@Module({
  imports: [
    AccessTokenModule,
    ClientAuthenticationModule,
    DomainModule,
    AuditLogPersistenceModule,
    ProviderModule,
    SharedSignalsPersistenceModule,
  ],
  controllers: [TransmitterController, StreamController, StreamControlController],
  providers: [PollService, ReceiverService, StreamControlService, StreamAuditLogService, StreamService],
})
export class SharedSignalsModule {}
