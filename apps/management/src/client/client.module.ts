import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { ClientController } from './client.controller.js';
import { ClientService } from './client.service.js';

@Module({ imports: [DomainModule], controllers: [ClientController], providers: [ClientService] })
export class ClientModule {}
