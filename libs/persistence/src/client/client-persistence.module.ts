import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientSecretUse } from './client-secret-use.entity.js';
import { ClientSecret } from './client-secret.entity.js';
import { Client } from './client.entity.js';
import { AgentRepository } from './agent.repository.js';
import { ClientSecretLastUseRepository } from './client-secret-last-use.repository.js';
import { ClientSecretRepository } from './client-secret.repository.js';
import { ClientSetRepository } from './client-set.repository.js';
import { ClientRepository } from './client.repository.js';
import { RegisteredClient } from './registered-client.entity.js';
import { RegisteredClientRepository } from './registered-client.repository.js';

const REPOSITORIES = [
  AgentRepository,
  ClientSecretLastUseRepository,
  ClientSecretRepository,
  ClientSetRepository,
  ClientRepository,
  RegisteredClientRepository,
];

@Module({
  imports: [TypeOrmModule.forFeature([ClientSecretUse, ClientSecret, Client, RegisteredClient])],
  providers: REPOSITORIES,
  exports: REPOSITORIES,
})
export class ClientPersistenceModule {}
