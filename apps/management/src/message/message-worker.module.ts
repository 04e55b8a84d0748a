import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { BrandingPersistenceModule, JobStatePersistenceModule, MessagePersistenceModule } from '@latchkey/persistence';
import { MailSenderModule } from '../mail-sender/mail-sender.module.js';
import { MessageDeliveryService } from './message-delivery.service.js';
import { MessageSenderService } from './message-sender.service.js';
import { MessageProcessor } from './message.processor.js';
import { MessageSweeper } from './message.sweeper.js';

const DELIVERY: Provider[] = [MessageDeliveryService, MessageProcessor, MessageSenderService];

/** Delivers messages to users in the background. */
@Module({ imports: [BrandingPersistenceModule, JobStatePersistenceModule, MailSenderModule, MessagePersistenceModule] })
export class MessageWorkerModule {
  /** @param hasChannel whether a channel for messages is configured; otherwise they stay in the development outbox */
  static forRoot(hasChannel: boolean): DynamicModule {
    return { module: MessageWorkerModule, providers: hasChannel ? [MessageSweeper, ...DELIVERY] : [MessageSweeper] };
  }
}
