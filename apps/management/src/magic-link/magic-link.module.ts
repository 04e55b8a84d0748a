import { Module } from '@nestjs/common';
import { DomainPersistenceModule, MagicLinkPersistenceModule, UserPersistenceModule } from '@latchkey/persistence';
import { LogModule } from '../log/log.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { MagicLinkController } from './magic-link.controller.js';
import { MagicLinkService } from './magic-link.service.js';

@Module({
  imports: [LogModule, DomainPersistenceModule, MagicLinkPersistenceModule, UserPersistenceModule, DomainModule],
  controllers: [MagicLinkController],
  providers: [MagicLinkService],
})
export class MagicLinkModule {}
