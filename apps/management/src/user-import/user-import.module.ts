import { Module } from '@nestjs/common';
import { UserImportPersistenceModule } from '@latchkey/persistence';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { UserImportController } from './user-import.controller.js';
import { UserImportService } from './user-import.service.js';

@Module({
  imports: [CurrentDomainModule, UserImportPersistenceModule],
  controllers: [UserImportController],
  providers: [UserImportService],
})
export class UserImportModule {}
