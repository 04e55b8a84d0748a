import { Module } from '@nestjs/common';
import { DomainPersistenceModule, UserPersistenceModule } from '@latchkey/persistence';
import { LogModule } from '../log/log.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { UserController } from './user.controller.js';
import { UserService } from './user.service.js';

@Module({
  imports: [LogModule, DomainPersistenceModule, UserPersistenceModule, DomainModule],
  controllers: [UserController],
  providers: [UserService],
})
export class UserModule {}
