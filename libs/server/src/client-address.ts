import type { TrustedProxies } from '@latchkey/config';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

const FORWARDED_FOR = 'x-forwarded-for';
/** Some proxies append the port of their peer. A bare IPv6 address contains colons itself. */
const ADDRESS_WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)(?::\d{1,5})|\[([\da-f:.]+)\](?::\d{1,5})?)$/i;

/** Determines the address that sent a request. */
export type ClientAddressOf = (request: IncomingMessage) => string;

/**
 * Reads X-Forwarded-For from the right, where the nearest proxy has appended its peer's address. Entries left of the last trusted proxy are
 * the client's own claim.
 *
 * @param trusted the number of proxies in front of this process, or their addresses
 *
 * @returns an IPv4 address, or the /64 network of an IPv6 address, which one user may own entirely
 */
export function clientAddressReader(trusted: TrustedProxies): ClientAddressOf {
  // control: X-Forwarded-For counts from trusted proxies only
  const trusts = typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : proxyAddr.compile(trusted);
  return (request) => {
    const address = proxyAddr(withoutPorts(request), trusts) ?? '';
    const known = isIP(address) === 0 ? (request.socket.remoteAddress ?? '') : address;
    return known.includes(':') && !known.includes('.') ? networkOf(known) : known.replace(/^::ffff:/i, '');
  };
}

function withoutPorts(request: IncomingMessage): IncomingMessage {
  const forwarded = request.headers[FORWARDED_FOR];
  if (typeof forwarded !== 'string' || !forwarded.includes(':')) return request;
  const addresses = forwarded.split(',').map((entry) => entry.trim().replace(ADDRESS_WITH_PORT, '$1$2'));
  return { headers: { [FORWARDED_FOR]: addresses.join(', ') }, socket: request.socket } as unknown as IncomingMessage;
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
