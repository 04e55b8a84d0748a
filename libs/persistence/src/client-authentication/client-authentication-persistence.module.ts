import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientAuthenticationDocument } from './client-authentication-document.entity.js';
import { ClientAuthenticationMethodUse } from './client-authentication-method-use.entity.js';
import { ClientAuthenticationMethod } from './client-authentication-method.entity.js';
import { ClientAuthenticationRepository } from './client-authentication.repository.js';
import { ClientAuthenticationSetRepository } from './client-authentication-set.repository.js';
import { MethodLastUseRepository } from './method-last-use.repository.js';

const ENTITIES = [ClientAuthenticationDocument, ClientAuthenticationMethodUse, ClientAuthenticationMethod];
const REPOSITORIES = [ClientAuthenticationRepository, ClientAuthenticationSetRepository, MethodLastUseRepository];

@Module({ imports: [TypeOrmModule.forFeature(ENTITIES)], providers: REPOSITORIES, exports: REPOSITORIES })
export class ClientAuthenticationPersistenceModule {}
