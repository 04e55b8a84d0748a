import { Module } from '@nestjs/common';
import { LogModule } from './log.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { LogController } from './log.controller.js';

/** Shows the log. Apart from LogModule, since domains are logged themselves. */
@Module({ imports: [LogModule, DomainModule], controllers: [LogController] })
export class LogApiModule {}
