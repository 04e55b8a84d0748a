import { Module } from '@nestjs/common';
import { DomainPersistenceModule, MagicLinkPersistenceModule, UserPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { MagicLinkController } from './magic-link.controller.js';
import { MagicLinkService } from './magic-link.service.js';

@Module({
  imports: [AuditLogModule, DomainPersistenceModule, MagicLinkPersistenceModule, UserPersistenceModule, CurrentDomainModule],
  controllers: [MagicLinkController],
  providers: [MagicLinkService],
})
export class MagicLinkModule {}
