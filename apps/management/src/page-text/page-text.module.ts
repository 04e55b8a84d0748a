import { Module } from '@nestjs/common';
import { PageTextPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { PageTextController } from './page-text.controller.js';
import { PageTextService } from './page-text.service.js';

@Module({
  imports: [AuditLogModule, PageTextPersistenceModule, CurrentDomainModule],
  controllers: [PageTextController],
  providers: [PageTextService],
  exports: [PageTextService],
})
export class PageTextModule {}
