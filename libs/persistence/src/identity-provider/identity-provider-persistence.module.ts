import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityProvider } from './identity-provider.entity.js';
import { IdentityProviderRepository } from './identity-provider.repository.js';
import { RemovedIdentityProviderUsersRepository } from './removed-identity-provider-users.repository.js';

const REPOSITORIES = [IdentityProviderRepository, RemovedIdentityProviderUsersRepository];

@Module({ imports: [TypeOrmModule.forFeature([IdentityProvider])], providers: REPOSITORIES, exports: REPOSITORIES })
export class IdentityProviderPersistenceModule {}
