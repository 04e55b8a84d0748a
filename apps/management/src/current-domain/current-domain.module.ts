import { Module } from '@nestjs/common';
import { DomainPersistenceModule } from '@latchkey/persistence';
import { CurrentDomainService } from './current-domain.service.js';

/** For features with `{domain}` in their paths: the dependencies of CurrentDomainGuard. */
@Module({ imports: [DomainPersistenceModule], providers: [CurrentDomainService], exports: [CurrentDomainService] })
export class CurrentDomainModule {}
