import { Module } from '@nestjs/common';
import { DomainPersistenceModule, UserPersistenceModule } from '@latchkey/persistence';
import { LogModule } from '../audit-event/log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { UserController } from './user.controller.js';
import { UserService } from './user.service.js';

@Module({
  imports: [LogModule, DomainPersistenceModule, UserPersistenceModule, CurrentDomainModule],
  controllers: [UserController],
  providers: [UserService],
})
export class UserModule {}
