import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Domain } from './domain.entity.js';
import { DomainProvisioningRepository } from './domain-provisioning.repository.js';
import { DomainRepository } from './domain.repository.js';
import { ReleasedName } from './released-name.entity.js';

const REPOSITORIES = [DomainProvisioningRepository, DomainRepository];

@Module({ imports: [TypeOrmModule.forFeature([Domain, ReleasedName])], providers: REPOSITORIES, exports: REPOSITORIES })
export class DomainPersistenceModule {}
