import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { ClientCache } from './client.cache.js';
import { SecretLastUseService } from './secret-last-use.service.js';

@Module({ imports: [DomainModule], providers: [SecretLastUseService, ClientCache], exports: [ClientCache, SecretLastUseService] })
export class ClientModule {}
