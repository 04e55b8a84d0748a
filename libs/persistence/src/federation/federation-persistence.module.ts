import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FederatedLogin } from './federated-login.entity.js';
import { FederationRequest } from './federation-request.entity.js';
import { FederatedLoginRepository } from './federated-login.repository.js';
import { FederationRequestRepository } from './federation-request.repository.js';

const REPOSITORIES = [FederatedLoginRepository, FederationRequestRepository];

@Module({ imports: [TypeOrmModule.forFeature([FederatedLogin, FederationRequest])], providers: REPOSITORIES, exports: REPOSITORIES })
export class FederationPersistenceModule {}
