import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientResource } from './client-resource.entity.js';
import { ClientResourceRepository } from './client-resource.repository.js';
import { Resource } from './resource.entity.js';
import { ResourceRepository } from './resource.repository.js';

const REPOSITORIES = [ResourceRepository, ClientResourceRepository];

@Module({ imports: [TypeOrmModule.forFeature([Resource, ClientResource])], providers: REPOSITORIES, exports: REPOSITORIES })
export class ResourcePersistenceModule {}
