import { ApiParam } from '@nestjs/swagger';

/** Documents `{clientId}` in the address. */
export function ClientIdParameter(): MethodDecorator & ClassDecorator {
  const schema = { type: 'string', minLength: 1, maxLength: 128, pattern: '^(?!\\.{1,2}$)[A-Za-z0-9._~-]+$' } as const;
  return ApiParam({ name: 'clientId', schema, description: 'The client_id, RFC 6749 section 2.2.' });
}
