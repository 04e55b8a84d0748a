import { Module } from '@nestjs/common';
import { BrandingPersistenceModule, DomainPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { BrandingController } from './branding.controller.js';
import { BrandingService } from './branding.service.js';

@Module({
  imports: [AuditLogModule, BrandingPersistenceModule, DomainPersistenceModule, CurrentDomainModule],
  controllers: [BrandingController],
  providers: [BrandingService],
  exports: [BrandingService],
})
export class BrandingModule {}
