import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { clientAddressReader, type ClientAddressOf } from '@latchkey/server';
import { SETTINGS } from '../settings/settings.module.js';

/** Where requests come from, past the proxies that are trusted to say so. */
@Injectable()
export class ClientAddressService {
  /** @see clientAddressReader */
  readonly of: ClientAddressOf;

  constructor(@Inject(SETTINGS) { TRUST_PROXY: trusted }: Pick<AuthSettings, 'TRUST_PROXY'>) {
    this.of = clientAddressReader(trusted);
  }
}
