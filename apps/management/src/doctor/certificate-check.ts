import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { failed, ok, skipped, summarize, type Finding } from './check-result.js';
import type { ResolvedName } from './host-name-check.js';

const DAY_MS = 86_400_000;
/** A certificate must be renewed when less than this is left, or less than a quarter of its lifetime, because some live only six days. */
const MIN_REMAINING_MS = 14 * DAY_MS;
/** Timeout in milliseconds of a connection and its handshake. */
const HANDSHAKE_TIMEOUT_MS = 5_000;
const HTTPS_PORT = 443;

/** The certificates of the domains, as a browser sees them at AUTH_URL. */
export async function checkCertificates(settings: ManagementSettings, resolved: readonly ResolvedName[]): Promise<Finding> {
  if (!settings.AUTH_URL.startsWith('https:')) return skipped('AUTH_URL is not https');
  const reachable = resolved.filter(({ addresses }) => addresses.length > 0);
  if (reachable.length === 0) return skipped('no domain has a name that resolves');
  const failures = await Promise.all(reachable.map((each) => findFailure(each, settings)));
  const present = failures.filter((failure) => failure !== null);
  if (present.length === 0) return ok(`${reachable.length} certificates are valid`);
  return failed(`${present.length} of ${reachable.length} certificates: ${summarize(present)}`);
}

/** @returns null if the certificate is valid for long enough */
async function findFailure({ name, addresses }: ResolvedName, settings: ManagementSettings): Promise<string | null> {
  const url = new URL(authUrlOf(settings, name));
  try {
    const certificate = await readCertificate(addresses[0]!, url);
    return isDue(certificate, Date.now()) ? `${name}: expires on ${certificate.valid_to}: check why it is not renewed` : null;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return `${name}: ${(message || code || 'no connection').replaceAll(/\s+/g, ' ')}`;
  }
}

/** @throws Error unless its chain is trusted, its name is right and it has not expired */
async function readCertificate(address: string, { hostname, port }: URL): Promise<PeerCertificate> {
  const socket = connect({ host: address, port: Number(port) || HTTPS_PORT, servername: hostname });
  try {
    await handshake(socket);
    return socket.getPeerCertificate();
  } finally {
    socket.destroy();
  }
}

function handshake(socket: TLSSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(HANDSHAKE_TIMEOUT_MS, () => reject(new Error(`no TLS handshake within ${HANDSHAKE_TIMEOUT_MS / 1_000} s`)));
    socket.once('error', reject);
    socket.once('secureConnect', resolve);
  });
}

export function isDue({ valid_from: from, valid_to: to }: Pick<PeerCertificate, 'valid_from' | 'valid_to'>, now: number): boolean {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return end - now < Math.min(MIN_REMAINING_MS, (end - start) / 4);
}
