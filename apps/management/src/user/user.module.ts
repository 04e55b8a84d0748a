import { Module } from '@nestjs/common';
import { DomainPersistenceModule, UserPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { UserController } from './user.controller.js';
import { UserService } from './user.service.js';

@Module({
  imports: [AuditLogModule, DomainPersistenceModule, UserPersistenceModule, CurrentDomainModule],
  controllers: [UserController],
  providers: [UserService],
})
export class UserModule {}
