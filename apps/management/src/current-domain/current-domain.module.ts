import { Module } from '@nestjs/common';
import { DomainPersistenceModule } from '@latchkey/persistence';
import { CurrentDomainService } from './current-domain.service.js';

/** For features with a `{domain}` in their paths: what CurrentDomainGuard needs. */
@Module({ imports: [DomainPersistenceModule], providers: [CurrentDomainService], exports: [CurrentDomainService] })
export class CurrentDomainModule {}
