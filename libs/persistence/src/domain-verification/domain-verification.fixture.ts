import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Row, Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import type { DnsFindings } from './domain-verification.entity.js';
import { DomainVerificationRepository, type DomainCheck, type DomainCheckResult } from './domain-verification.repository.js';

export const VERIFIED_FINDINGS: DnsFindings = {
  diagnoses: [],
  proved: true,
  pointsHere: true,
  zone: 'example.com',
  targetAddresses: ['192.0.2.1'],
};
export const SUCCESS: DomainCheckResult = { findings: VERIFIED_FINDINGS, statusDetail: null };

/** State that the tests of one file share. */
export class DomainVerificationFixture {
  persistence!: PersistenceFixture;
  rows!: Rows;
  verifications!: DomainVerificationRepository;
  /** A new name for each test. */
  name!: string;

  /** A domain with the name, in a new subscription. */
  async createPendingDomain(values: Row = {}): Promise<DomainCheck> {
    const domainId = await this.rows.domain({ name: this.name, status: 'pending', verified_at: null, ...values });
    await this.verifications.create(domainId);
    return this.getCheck(domainId);
  }

  /** A check of the current attempt. */
  async getCheck(domainId: string): Promise<DomainCheck> {
    return { domainId, name: this.name, token: (await this.verifications.find(domainId))!.token };
  }
}

/** Creates a database before the tests of a file and drops it after them. Only tests may read the fixture. */
export function useDomainVerificationFixture(): DomainVerificationFixture {
  const fixture = new DomainVerificationFixture();
  let names = 0;
  beforeAll(async () => {
    fixture.persistence = await createPersistenceFixture();
    fixture.rows = fixture.persistence.rows;
    fixture.verifications = new DomainVerificationRepository(fixture.persistence.database);
  });
  beforeEach(() => {
    fixture.name = `name-${(names += 1)}.example.com`;
  });
  afterAll(() => fixture.persistence.end());
  return fixture;
}
