import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { DiscoveryServer } from '../../../../test/support/discovery-server.js';
import { useManagementSuite, type ManagementSuite } from '../../../../test/support/management-suite.js';
import type { Settings } from '../../../../test/support/service-process.js';

export const SECRET = 'a secret of theirs';

/** State that the tests of one file share. */
export interface IdentityProviderSuite extends ManagementSuite {
  /** The metadata of the identity provider; it works again before each test. */
  readonly upstream: DiscoveryServer;
  /** A new domain for each test. */
  readonly domain: string;
  /** The path of its identity provider `northwind`. */
  readonly path: string;
}

/** Starts a management API and a discovery server before the tests of a file and stops both after them. Only tests may read the suite. */
export function useIdentityProviderSuite(settings: Settings = {}): IdentityProviderSuite {
  const suite = useManagementSuite(settings) as { -readonly [name in keyof IdentityProviderSuite]: IdentityProviderSuite[name] };
  beforeAll(async () => {
    suite.upstream = await DiscoveryServer.start();
  });
  beforeEach(async () => {
    suite.upstream.recover();
    suite.domain = await suite.caller.registerDomain();
    suite.path = `/v1/domain/${suite.domain}/provider/northwind`;
  });
  afterAll(() => suite.upstream.stop());
  return suite;
}

/** A request that creates the identity provider. */
export function createRequest({ upstream }: IdentityProviderSuite, changes: object = {}): object {
  return { issuer: upstream.issuer, clientId: 'latchkey', clientSecret: SECRET, ...changes };
}
