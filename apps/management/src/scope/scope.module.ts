import { Module } from '@nestjs/common';
import { DomainPersistenceModule, ScopeClaimsPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { ScopeController } from './scope.controller.js';
import { ScopeService } from './scope.service.js';

@Module({
  imports: [AuditLogModule, DomainPersistenceModule, ScopeClaimsPersistenceModule, CurrentDomainModule],
  controllers: [ScopeController],
  providers: [ScopeService],
  exports: [ScopeService],
})
export class ScopeModule {}
