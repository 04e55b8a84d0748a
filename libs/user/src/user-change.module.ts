import { Module } from '@nestjs/common';
import { DomainPersistenceModule, RolePersistenceModule, UserPersistenceModule } from '@latchkey/persistence';
import { DomainTransactionService } from './domain-transaction.service.js';
import { GroupChangeService } from './group-change.service.js';
import { UserChangeService } from './user-change.service.js';

const SERVICES = [DomainTransactionService, GroupChangeService, UserChangeService];

@Module({ imports: [DomainPersistenceModule, RolePersistenceModule, UserPersistenceModule], providers: SERVICES, exports: SERVICES })
export class UserChangeModule {}
