import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { MailPreviewModule } from '../mail-preview/mail-preview.module.js';
import { MailSenderModule } from '../mail-sender/mail-sender.module.js';
import { MailTestController } from './mail-test.controller.js';
import { MailTestService } from './mail-test.service.js';

@Module({
  imports: [AuditLogModule, CurrentDomainModule, MailPreviewModule, MailSenderModule],
  controllers: [MailTestController],
  providers: [MailTestService],
})
export class MailTestModule {}
