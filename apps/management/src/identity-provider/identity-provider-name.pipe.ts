import { Injectable, type PipeTransform } from '@nestjs/common';
import { Problem } from '@latchkey/problem';
import { findIdentityProviderNameFault } from './identity-provider-rules.js';

/** Requires a valid name of an identity provider. */
@Injectable()
export class IdentityProviderNamePipe implements PipeTransform<string, string> {
  transform(name: string): string {
    const detail = findIdentityProviderNameFault(name);
    if (detail === null) return name;
    throw new Problem('invalid-request', `The name in the address ${detail}.`, { errors: [{ pointer: 'name', detail }] });
  }
}
