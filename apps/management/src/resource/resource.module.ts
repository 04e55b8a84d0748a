import { Module } from '@nestjs/common';
import { DomainPersistenceModule, ResourcePersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { SigningKeyModule } from '../signing-key/signing-key.module.js';
import { ResourceReferenceService } from './resource-reference.service.js';
import { ResourceController } from './resource.controller.js';
import { ResourceService } from './resource.service.js';

@Module({
  imports: [AuditLogModule, DomainPersistenceModule, ResourcePersistenceModule, CurrentDomainModule, SigningKeyModule],
  controllers: [ResourceController],
  providers: [ResourceService, ResourceReferenceService],
  exports: [ResourceReferenceService, ResourceService],
})
export class ResourceModule {}
