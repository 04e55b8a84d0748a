import { Injectable, type PipeTransform } from '@nestjs/common';
import { findClientIdViolation } from '@latchkey/oauth';
import { Problem } from '@latchkey/problem';
import { ApiParam } from '@nestjs/swagger';

/** Requires a valid `client_id`. */
@Injectable()
export class ClientIdPipe implements PipeTransform<string, string> {
  transform(clientId: string): string {
    const detail = findClientIdViolation(clientId);
    if (detail === null) return clientId;
    throw new Problem('invalid-request', `The clientId in the path ${detail}.`, { errors: [{ pointer: 'clientId', detail }] });
  }
}

/** Documents the path parameter `{clientId}`. */
export function ClientIdParameter(): MethodDecorator & ClassDecorator {
  const schema = { type: 'string', minLength: 1, maxLength: 128, pattern: '^(?!\\.{1,2}$)[A-Za-z0-9._~-]+$' } as const;
  return ApiParam({ name: 'clientId', schema, description: 'The client_id, RFC 6749 section 2.2.' });
}
