import { Module } from '@nestjs/common';
import { BackchannelLogoutPersistenceModule, JobStatePersistenceModule, SigningKeyPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { LogoutNoticeProcessor } from './logout-notice.processor.js';
import { LogoutNoticeSenderService } from './logout-notice-sender.service.js';
import { LogoutNoticeService } from './logout-notice.service.js';
import { LogoutNoticeSweeper } from './logout-notice.sweeper.js';
import { LogoutTokenService } from './logout-token.service.js';

/** Sends logout notices to clients in the background. */
@Module({
  imports: [JobStatePersistenceModule, BackchannelLogoutPersistenceModule, AuditLogModule, SigningKeyPersistenceModule],
  providers: [LogoutNoticeProcessor, LogoutNoticeSenderService, LogoutNoticeService, LogoutNoticeSweeper, LogoutTokenService],
})
export class BackchannelLogoutWorkerModule {}
