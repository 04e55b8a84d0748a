import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.js';
import { CredentialsFixture } from '../authentication-method/credentials.fixture.js';
import { PasskeyModule } from './passkey.module.js';
import { PasskeyService, type RelyingDomain } from './passkey.service.js';

/** State that the tests of one file share: the services, and for each test a new domain with a user and an authenticator. */
export class PasskeyFixture {
  credentials!: CredentialsFixture;
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

/** Starts the passkey module before the tests of a file and stops it after them. Only tests may read the fixture. */
export function usePasskeyFixture(): PasskeyFixture {
  const fixture = new PasskeyFixture();
  beforeAll(async () => {
    fixture.credentials = await CredentialsFixture.start(PasskeyModule);
    fixture.passkeys = fixture.credentials.get(PasskeyService);
  });
  beforeEach(async () => {
    fixture.domain = await fixture.credentials.domain();
    fixture.sub = await fixture.credentials.user(fixture.domain);
    fixture.authenticator = new SoftwareAuthenticator(fixture.domain.issuer);
  });
  afterAll(() => fixture.credentials.stop());
  return fixture;
}
