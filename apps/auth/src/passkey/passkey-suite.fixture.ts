import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.js';
import { CredentialsHarness } from '../authentication-method/credentials-harness.fixture.js';
import { PasskeyModule } from './passkey.module.js';
import { PasskeyService, type RelyingDomain } from './passkey.service.js';

/** State that the tests of one file share: the services, and for each test a new domain with a user and an authenticator. */
export class PasskeySuite {
  credentials!: CredentialsHarness;
  passkeys!: PasskeyService;
  domain!: RelyingDomain;
  sub!: string;
  authenticator!: SoftwareAuthenticator;

  async register(by = this.authenticator, whose = this.sub, where = this.domain) {
    const options = await this.passkeys.registrationOptions(where, whose);
    return this.passkeys.verifyRegistration(where, whose, { response: by.create(options!) });
  }

  async signIn(by = this.authenticator, where = this.domain) {
    return this.passkeys.verifyAuthentication(where, by.get(await this.passkeys.authenticationOptions(where, null)));
  }

  /** Counts the rows of the test's domain. */
  count(table: string): Promise<number> {
    return this.credentials.rows.count(table, `domain_id = '${this.domain.id}'`);
  }
}

/** Starts the passkey module before the tests of a file and stops it after them. Only tests may read the suite. */
export function usePasskeySuite(): PasskeySuite {
  const suite = new PasskeySuite();
  beforeAll(async () => {
    suite.credentials = await CredentialsHarness.start(PasskeyModule);
    suite.passkeys = suite.credentials.get(PasskeyService);
  });
  beforeEach(async () => {
    suite.domain = await suite.credentials.domain();
    suite.sub = await suite.credentials.user(suite.domain);
    suite.authenticator = new SoftwareAuthenticator(suite.domain.issuer);
  });
  afterAll(() => suite.credentials.stop());
  return suite;
}
