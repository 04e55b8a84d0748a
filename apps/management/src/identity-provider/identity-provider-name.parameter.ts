import { ApiParam } from '@nestjs/swagger';

/** Documents `{name}` in the address. */
export function IdentityProviderNameParameter(): MethodDecorator & ClassDecorator {
  const schema = { type: 'string', minLength: 1, maxLength: 64, pattern: '^(?!(?:\\.{1,2}|local)$)[A-Za-z0-9._~-]+$' } as const;
  return ApiParam({ name: 'name', schema, description: 'What the domain calls the identity provider; anything but local.' });
}
