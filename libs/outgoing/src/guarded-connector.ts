import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { SafeFetchError } from './safe-fetch.error.js';
import { targetOf, type TargetGuard } from './target-guard.js';

type Connector = ReturnType<typeof buildConnector>;

/**
 * Opens connections only to permitted addresses. It resolves a name once and connects to an address that it has checked, so a different DNS
 * answer a moment later (rebinding) has no effect.
 *
 * @param timeout milliseconds for opening a connection
 */
export function guardedConnector(guard: Pick<TargetGuard, 'addressesOf' | 'isAllowed'>, timeout: number): Connector {
  return (options, callback) => {
    void open(options, callback);
  };

  async function open(options: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    const target = targetOf(options);
    const addresses = await guard.addressesOf(target).catch((error: Error) => error);
    if (addresses instanceof Error) return callback(addresses, null);
    const connect = buildConnector({ ...fixedConnectOptions(timeout), lookup: lookupOf(addresses) });
    return connect(options, (...result) => {
      const [error, socket] = result;
      // control: a connection to another address is closed
      if (error || guard.isAllowed(socket.remoteAddress, target)) return callback(...result);
      socket.destroy();
      return callback(new SafeFetchError('private-address'), null);
    });
  }
}

/** Neither the environment nor a session of another connection affects which certificates are trusted. */
export function fixedConnectOptions(timeout: number): buildConnector.BuildOptions {
  return { timeout, allowH2: false, rejectUnauthorized: true, maxCachedSessions: 0, autoSelectFamily: true };
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    if (all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}
