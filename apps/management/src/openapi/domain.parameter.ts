import { ApiParam } from '@nestjs/swagger';

/** Documents `{domain}` in the address. */
export function DomainParameter(): MethodDecorator & ClassDecorator {
  return ApiParam({ name: 'domain', type: String, example: 'auth.example.com', description: 'The name of a domain of your subscription.' });
}
