import { Injectable, type PipeTransform } from '@nestjs/common';
import { findClientIdFault } from '@latchkey/oauth';
import { Problem } from '@latchkey/problem';

/** Requires a valid `client_id`. */
@Injectable()
export class ClientIdPipe implements PipeTransform<string, string> {
  transform(clientId: string): string {
    const detail = findClientIdFault(clientId);
    if (detail === null) return clientId;
    throw new Problem('invalid-request', `The clientId in the address ${detail}.`, { errors: [{ pointer: 'clientId', detail }] });
  }
}
