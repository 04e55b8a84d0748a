import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { TlsAsk } from './tls-ask.js';

@Module({ imports: [DomainModule], providers: [TlsAsk], exports: [TlsAsk] })
export class TlsModule {}
