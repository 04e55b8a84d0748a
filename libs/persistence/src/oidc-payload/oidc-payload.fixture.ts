import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { hashOf, type Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { OidcPayloadRepository } from './oidc-payload.repository.js';
import type { PayloadKey } from './payload.js';

/** State that the tests of one file share. */
export class OidcPayloadFixture {
  persistence!: PersistenceFixture;
  rows!: Rows;
  payloads!: OidcPayloadRepository;
  /** Two domains, new for each test. */
  domainId!: string;
  other!: string;
  /** The ids whose hashes are stored. */
  private readonly ids = new Map<string, string>();

  key(model: string, id: string, domainId = this.domainId): PayloadKey {
    const hash = hashOf(id);
    this.ids.set(hash.toString('hex'), id);
    return { domainId, model, hash };
  }

  session(id: string, domainId?: string): PayloadKey {
    return this.key('Session', id, domainId);
  }

  code(id: string, domainId?: string): PayloadKey {
    return this.key('AuthorizationCode', id, domainId);
  }

  /** The stored ids of any domain and age. */
  async storedIds(): Promise<(string | undefined)[]> {
    const found = await this.rows.query<{ hash: Buffer }>('SELECT hash FROM oidc_payload');
    return found.map(({ hash }) => this.ids.get(hash.toString('hex'))).toSorted();
  }
}

/** Creates a database before the tests of a file and drops it after them. No payload is stored when a test begins. */
export function useOidcPayloadFixture(): OidcPayloadFixture {
  const fixture = new OidcPayloadFixture();
  beforeAll(async () => {
    fixture.persistence = await createPersistenceFixture();
    fixture.rows = fixture.persistence.rows;
    fixture.payloads = new OidcPayloadRepository(fixture.persistence.database);
  });
  beforeEach(async () => {
    await fixture.rows.query('DELETE FROM oidc_payload');
    [fixture.domainId, fixture.other] = [await fixture.rows.domain(), await fixture.rows.domain()];
  });
  afterAll(() => fixture.persistence.end());
  return fixture;
}
