import { beforeEach } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { useManagementFixture, type ManagementFixture } from '../../../../test/support/management-fixture.js';
import { createSubscription } from '../../../../test/support/subscription.js';

/** State that the tests of one file share. */
export interface UserFixture extends ManagementFixture {
  /** The path of a domain's users. The domain and its subscription are new for each test. */
  readonly usersPath: string;
}

/** Starts a management API before the tests of a file and stops it after them. Only tests may read the fixture. */
export function useUserFixture(): UserFixture {
  const fixture = useManagementFixture() as { -readonly [name in keyof UserFixture]: UserFixture[name] };
  beforeEach(async () => {
    fixture.caller = fixture.management.as((await createSubscription(fixture.database.url)).apiKey);
    fixture.usersPath = `/v1/domain/${await fixture.caller.registerDomain()}/user`;
  });
  return fixture;
}

/** The JSON pointers of a problem's errors. */
export function getViolations({ json }: Answer): string[] {
  return ((json as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer);
}
