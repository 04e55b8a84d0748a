import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { LogController } from './log.controller.js';

/** Shows the log. Apart from LogModule, since domains are logged themselves. */
@Module({ imports: [DomainModule], controllers: [LogController] })
export class LogApiModule {}
