import { beforeEach } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { useManagementSuite, type ManagementSuite } from '../../../../test/support/management-suite.js';
import { createSubscription } from '../../../../test/support/subscription.js';

/** State that the tests of one file share. */
export interface UserSuite extends ManagementSuite {
  /** The path of a domain's users. The domain and its subscription are new for each test. */
  readonly usersPath: string;
}

/** Starts a management API before the tests of a file and stops it after them. Only tests may read the suite. */
export function useUserSuite(): UserSuite {
  const suite = useManagementSuite() as { -readonly [name in keyof UserSuite]: UserSuite[name] };
  beforeEach(async () => {
    suite.caller = suite.management.as((await createSubscription(suite.database.url)).apiKey);
    suite.usersPath = `/v1/domain/${await suite.caller.registerDomain()}/user`;
  });
  return suite;
}

/** The JSON pointers of a problem's errors. */
export function getFaults({ json }: Answer): string[] {
  return ((json as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer);
}
