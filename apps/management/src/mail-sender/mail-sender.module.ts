import { Module } from '@nestjs/common';
import { BrandingPersistenceModule, DomainPersistenceModule, MailSenderPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { DomainVerificationModule } from '../domain-verification/domain-verification.module.js';
import { CurrentSenderService } from './current-sender.service.js';
import { MailSenderController } from './mail-sender.controller.js';
import { MailSenderService } from './mail-sender.service.js';
import { SenderReportService } from './sender-report.service.js';
import { SenderVerificationService } from './sender-verification.service.js';

@Module({
  imports: [
    AuditLogModule,
    BrandingPersistenceModule,
    CurrentDomainModule,
    DomainPersistenceModule,
    DomainVerificationModule,
    MailSenderPersistenceModule,
  ],
  controllers: [MailSenderController],
  providers: [MailSenderService, SenderVerificationService, CurrentSenderService, SenderReportService],
  exports: [MailSenderService, CurrentSenderService],
})
export class MailSenderModule {}
