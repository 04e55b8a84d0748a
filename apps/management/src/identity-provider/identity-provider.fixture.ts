import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { DiscoveryServer } from '../../../../test/support/discovery-server.js';
import { useManagementFixture, type ManagementFixture } from '../../../../test/support/management-fixture.js';
import type { Settings } from '../../../../test/support/service-process.js';

export const SECRET = 'a secret of theirs';

/** State that the tests of one file share. */
export interface IdentityProviderFixture extends ManagementFixture {
  /** The metadata of the identity provider; it works again before each test. */
  readonly upstream: DiscoveryServer;
  /** A new domain for each test. */
  readonly domain: string;
  /** The path of its identity provider `northwind`. */
  readonly path: string;
}

/** Starts a management API and a discovery server before the tests of a file and stops both after them. Only tests may read the fixture. */
export function useIdentityProviderFixture(settings: Settings = {}): IdentityProviderFixture {
  const fixture = useManagementFixture(settings) as { -readonly [name in keyof IdentityProviderFixture]: IdentityProviderFixture[name] };
  beforeAll(async () => {
    fixture.upstream = await DiscoveryServer.start();
  });
  beforeEach(async () => {
    fixture.upstream.recover();
    fixture.domain = await fixture.caller.registerDomain();
    fixture.path = `/v1/domain/${fixture.domain}/provider/northwind`;
  });
  afterAll(() => fixture.upstream.stop());
  return fixture;
}

/** A request that creates the identity provider. */
export function createRequest({ upstream }: IdentityProviderFixture, changes: object = {}): object {
  return { issuer: upstream.issuer, clientId: 'latchkey', clientSecret: SECRET, ...changes };
}
