import { Module } from '@nestjs/common';
import { MessagePersistenceModule } from '@latchkey/persistence';
import { MessageService } from './message.service.js';

@Module({ imports: [MessagePersistenceModule], providers: [MessageService], exports: [MessageService] })
export class MessageModule {}
