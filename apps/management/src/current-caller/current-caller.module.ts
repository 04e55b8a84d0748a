import { Module } from '@nestjs/common';
import { SubscriptionPersistenceModule } from '@latchkey/persistence';
import { CurrentCallerController } from './current-caller.controller.js';
import { CurrentCallerService } from './current-caller.service.js';

@Module({ imports: [SubscriptionPersistenceModule], controllers: [CurrentCallerController], providers: [CurrentCallerService] })
export class CurrentCallerModule {}
