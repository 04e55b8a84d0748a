import { Module } from '@nestjs/common';
import { DomainPersistenceModule, ScopeClaimsPersistenceModule } from '@latchkey/persistence';
import { LogModule } from '../log/log.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { ScopeController } from './scope.controller.js';
import { ScopeService } from './scope.service.js';

@Module({
  imports: [LogModule, DomainPersistenceModule, ScopeClaimsPersistenceModule, DomainModule],
  controllers: [ScopeController],
  providers: [ScopeService],
})
export class ScopeModule {}
