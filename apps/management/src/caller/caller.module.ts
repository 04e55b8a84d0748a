import { Module } from '@nestjs/common';
import { OperatorPersistenceModule, SubscriptionPersistenceModule } from '@latchkey/persistence';
import { CurrentRightsService } from './current-rights.service.js';

@Module({
  imports: [OperatorPersistenceModule, SubscriptionPersistenceModule],
  providers: [CurrentRightsService],
  exports: [CurrentRightsService],
})
export class CallerModule {}
