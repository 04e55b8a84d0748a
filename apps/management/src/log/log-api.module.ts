import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { LogChainModule } from './chain/log-chain.module.js';
import { LogController } from './log.controller.js';
import { LogQueryService } from './log-query.service.js';

/** Returns the log. Separate from LogModule, because the domain module itself uses that. */
@Module({ imports: [LogChainModule, DomainModule], controllers: [LogController], providers: [LogQueryService] })
export class LogApiModule {}
