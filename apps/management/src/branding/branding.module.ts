import { Module } from '@nestjs/common';
import { BrandingPersistenceModule, DomainPersistenceModule } from '@latchkey/persistence';
import { LogModule } from '../log/log.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { BrandingController } from './branding.controller.js';
import { BrandingService } from './branding.service.js';

@Module({
  imports: [LogModule, BrandingPersistenceModule, DomainPersistenceModule, DomainModule],
  controllers: [BrandingController],
  providers: [BrandingService],
})
export class BrandingModule {}
