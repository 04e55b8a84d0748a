import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CurrentSubscription } from '../api-key/api-key.middleware.js';
import { DevelopmentOutboxService, type OutboxMessage } from './development-outbox.service.js';

/** Not part of the API, because it exists only in development. */
@ApiExcludeController()
@Controller('dev/outbox')
export class DevelopmentOutboxController {
  constructor(private readonly outbox: DevelopmentOutboxService) {}

  @Get()
  list(@CurrentSubscription() subscriptionId: string): Promise<OutboxMessage[]> {
    return this.outbox.list(subscriptionId);
  }
}
