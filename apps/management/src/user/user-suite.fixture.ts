import { beforeEach } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { useManagementSuite, type ManagementSuite } from '../../../../test/support/management-suite.js';
import { createSubscription } from '../../../../test/support/subscription.js';

/** What the tests of a file share. */
export interface UserSuite extends ManagementSuite {
  /** The path of the users of a domain. The domain and its subscription are new for each test. */
  readonly usersPath: string;
}

/** Starts a management API before the tests of a file, and ends it after the last one. Read the suite in tests only. */
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
