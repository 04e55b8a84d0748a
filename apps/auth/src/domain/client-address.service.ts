import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { clientAddressReader, type ClientAddressOf } from '@latchkey/server';
import { SETTINGS } from '../settings/settings.module.js';

/** Determines the client address behind trusted proxies. */
@Injectable()
export class ClientAddressService {
  /** @see clientAddressReader */
  readonly of: ClientAddressOf;

  constructor(@Inject(SETTINGS) { TRUST_PROXY: trusted }: Pick<AuthSettings, 'TRUST_PROXY'>) {
    this.of = clientAddressReader(trusted);
  }
}
