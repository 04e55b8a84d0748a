import { Global, Module } from '@nestjs/common';
import { LogService } from './log.service.js';

/** Every slice takes note of what it does. */
@Global()
@Module({ providers: [LogService], exports: [LogService] })
export class LogModule {}
