import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { clientAddressReader, type ClientAddressOf } from '@latchkey/server';
import type { IncomingMessage } from 'node:http';
import { SETTINGS } from '../settings/settings.module.js';

/** ISO 3166-1 alpha-2; XX stands for an unknown one. */
const COUNTRY_PATTERN = /^(?!XX)[A-Z]{2}$/;

/** Determines the client address behind trusted proxies, and the country that they name. */
@Injectable()
export class ClientAddressService {
  /** @see clientAddressReader */
  readonly of: ClientAddressOf;
  private readonly countryHeader: AuthSettings['COUNTRY_HEADER'];

  constructor(@Inject(SETTINGS) { TRUST_PROXY: trusted, COUNTRY_HEADER: header }: Pick<AuthSettings, 'TRUST_PROXY' | 'COUNTRY_HEADER'>) {
    this.of = clientAddressReader(trusted);
    this.countryHeader = header;
  }

  /** @returns null if no trusted proxy names one */
  countryOf(request: IncomingMessage): string | null {
    const value = this.countryHeader && request.headers[this.countryHeader];
    if (typeof value !== 'string' || !COUNTRY_PATTERN.test(value)) return null;
    // control: the country of a client counts from trusted proxies only
    return this.of(request) === this.of({ headers: {}, socket: request.socket } as IncomingMessage) ? null : value;
  }
}
