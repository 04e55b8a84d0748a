import { ApiParam } from '@nestjs/swagger';

/** Documents `{webhookId}` in the address. */
export function WebhookIdParameter(): MethodDecorator & ClassDecorator {
  return ApiParam({ name: 'webhookId', schema: { type: 'string' }, description: 'The id of a webhook.' });
}
