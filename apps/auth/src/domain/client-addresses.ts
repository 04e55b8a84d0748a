import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { SETTINGS } from '../settings/settings.module.js';

/** Where requests come from, past the proxies that are trusted to say so. */
@Injectable()
export class ClientAddresses {
  private readonly trusts: (address: string, hop: number) => boolean;

  constructor(@Inject(SETTINGS) { TRUST_PROXY: trusted }: Pick<AuthSettings, 'TRUST_PROXY'>) {
    this.trusts = typeof trusted === 'boolean' ? () => trusted : proxyAddr.compile(trusted);
  }

  /** @returns the nearest address that no trusted proxy has; of an IPv6 address its network of 64 bits, which one person may have whole */
  of(request: IncomingMessage): string {
    const address = proxyAddr(request, this.trusts) ?? '';
    return address.includes(':') && !address.includes('.') ? networkOf(address) : address.replace(/^::ffff:/i, '');
  }
}

/** RFC 4291 section 2.5.4. */
function networkOf(address: string): string {
  const [before = '', after] = address.toLowerCase().split('%', 1)[0]!.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const head = groups(before);
  const tail = after === undefined ? [] : groups(after);
  const zeros = new Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
