import { Module } from '@nestjs/common';
import { DomainPersistenceModule } from '@latchkey/persistence';
import { CurrentDomainService } from './current-domain.service.js';
import { DomainChangeService } from './domain-change.service.js';

const SERVICES = [CurrentDomainService, DomainChangeService];

/** For features with `{domain}` in their paths: the dependencies of CurrentDomainGuard, and the transactions of changes. */
@Module({ imports: [DomainPersistenceModule], providers: SERVICES, exports: SERVICES })
export class CurrentDomainModule {}
