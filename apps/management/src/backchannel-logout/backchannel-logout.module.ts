import { Module } from '@nestjs/common';
import { BackchannelLogoutPersistenceModule, ClientPersistenceModule, DomainPersistenceModule } from '@latchkey/persistence';
import { LogModule } from '../log/log.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { BackchannelLogoutController } from './backchannel-logout.controller.js';
import { BackchannelLogoutService } from './backchannel-logout.service.js';

@Module({
  imports: [LogModule, BackchannelLogoutPersistenceModule, ClientPersistenceModule, DomainPersistenceModule, DomainModule],
  controllers: [BackchannelLogoutController],
  providers: [BackchannelLogoutService],
})
export class BackchannelLogoutModule {}
