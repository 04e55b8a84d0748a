import { Module } from '@nestjs/common';
import { LogModule } from './log.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { LogController } from './log.controller.js';

/** Returns the log. Separate from LogModule, because the domain module itself uses that. */
@Module({ imports: [LogModule, DomainModule], controllers: [LogController] })
export class LogApiModule {}
