import { Module } from '@nestjs/common';
import { ClientModule } from '../client/client.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { ServedClients } from './served-clients.js';
import { TokenHandler } from './token-handler.js';

@Module({ imports: [DomainModule, ClientModule, ProviderModule], providers: [TokenHandler, ServedClients], exports: [TokenHandler] })
export class TokenModule {}
