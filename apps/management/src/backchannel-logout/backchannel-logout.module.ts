import { Module } from '@nestjs/common';
import { BackchannelLogoutPersistenceModule, ClientPersistenceModule, DomainPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { BackchannelLogoutController } from './backchannel-logout.controller.js';
import { BackchannelLogoutPart } from './backchannel-logout.part.js';
import { BackchannelLogoutService } from './backchannel-logout.service.js';

@Module({
  imports: [AuditLogModule, BackchannelLogoutPersistenceModule, ClientPersistenceModule, DomainPersistenceModule, CurrentDomainModule],
  controllers: [BackchannelLogoutController],
  providers: [BackchannelLogoutPart, BackchannelLogoutService],
  exports: [BackchannelLogoutPart],
})
export class BackchannelLogoutModule {}
