import { Module } from '@nestjs/common';
import { BrandingPersistenceModule } from '@latchkey/persistence';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { MailPreviewController } from './mail-preview.controller.js';
import { MailPreviewService } from './mail-preview.service.js';

@Module({
  imports: [BrandingPersistenceModule, CurrentDomainModule],
  controllers: [MailPreviewController],
  providers: [MailPreviewService],
  exports: [MailPreviewService],
})
export class MailPreviewModule {}
