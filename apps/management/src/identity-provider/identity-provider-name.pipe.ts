import { Injectable, type PipeTransform } from '@nestjs/common';
import { Problem } from '@latchkey/problem';
import { ApiParam } from '@nestjs/swagger';
import { findIdentityProviderNameViolation } from './identity-provider-rules.js';

/** Requires a valid name of an identity provider. */
@Injectable()
export class IdentityProviderNamePipe implements PipeTransform<string, string> {
  transform(name: string): string {
    const detail = findIdentityProviderNameViolation(name);
    if (detail === null) return name;
    throw new Problem('invalid-request', `The name in the path ${detail}.`, { errors: [{ pointer: 'name', detail }] });
  }
}

/** Documents the path parameter `{name}`. */
export function IdentityProviderNameParameter(): MethodDecorator & ClassDecorator {
  const schema = { type: 'string', minLength: 1, maxLength: 64, pattern: '^(?!(?:\\.{1,2}|local)$)[A-Za-z0-9._~-]+$' } as const;
  return ApiParam({ name: 'name', schema, description: "The domain's name for the identity provider; any name except local." });
}
