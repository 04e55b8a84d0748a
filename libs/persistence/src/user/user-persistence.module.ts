import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UserCount } from './user-count.entity.js';
import { User } from './user.entity.js';
import { BulkUserRepository } from './bulk-user.repository.js';
import { FederatedUserRepository } from './federated-user.repository.js';
import { LastSignInRepository } from './last-sign-in.repository.js';
import { LoginNameRepository } from './login-name.repository.js';
import { ScimUserRepository } from './scim-user.repository.js';
import { UserPageRepository } from './user-page.repository.js';
import { UserSearchRepository } from './user-search.repository.js';
import { UserRepository } from './user.repository.js';

const REPOSITORIES = [
  BulkUserRepository,
  FederatedUserRepository,
  LastSignInRepository,
  LoginNameRepository,
  ScimUserRepository,
  UserPageRepository,
  UserSearchRepository,
  UserRepository,
];

@Module({ imports: [TypeOrmModule.forFeature([UserCount, User])], providers: REPOSITORIES, exports: REPOSITORIES })
export class UserPersistenceModule {}
