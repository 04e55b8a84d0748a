import { Module } from '@nestjs/common';
import { BackchannelLogoutPersistenceModule, ClientPersistenceModule, DomainPersistenceModule } from '@latchkey/persistence';
import { LogModule } from '../audit-event/log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { BackchannelLogoutController } from './backchannel-logout.controller.js';
import { BackchannelLogoutService } from './backchannel-logout.service.js';

@Module({
  imports: [LogModule, BackchannelLogoutPersistenceModule, ClientPersistenceModule, DomainPersistenceModule, CurrentDomainModule],
  controllers: [BackchannelLogoutController],
  providers: [BackchannelLogoutService],
})
export class BackchannelLogoutModule {}
