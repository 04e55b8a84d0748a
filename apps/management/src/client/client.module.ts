import { Module } from '@nestjs/common';
import { ClientPersistenceModule, DomainPersistenceModule } from '@latchkey/persistence';
import { LogModule } from '../log/log.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { ClientController } from './client.controller.js';
import { ClientSecretController } from './client-secret.controller.js';
import { ClientSecretService } from './client-secret.service.js';
import { ClientService } from './client.service.js';

@Module({
  imports: [LogModule, ClientPersistenceModule, DomainPersistenceModule, DomainModule],
  controllers: [ClientController, ClientSecretController],
  providers: [ClientService, ClientSecretService],
})
export class ClientModule {}
