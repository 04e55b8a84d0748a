import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Row, Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { DomainProvisioningRepository } from './domain-provisioning.repository.js';

const QUEUE = 'domain-provision';
const TARGET = '192.0.2.1';

let persistence: PersistenceFixture;
let rows: Rows;
let provisioning: DomainProvisioningRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  provisioning = new DomainProvisioningRepository(persistence.database);
});

afterAll(() => persistence.end());

/** A domain with these records and a job. @returns whether the job state still exists after obsolete ones were removed */
async function isJobStateKept(dnsTarget: string | null, job: Row): Promise<boolean> {
  const id = await rows.domain({ dns_target: dnsTarget });
  await rows.insert('job_state', { domain_id: id, queue: QUEUE, attempts: 1, ...job });
  await provisioning.deleteObsoleteJobs(TARGET, QUEUE);
  return (await rows.query('SELECT 1 FROM job_state WHERE domain_id = $1', [id])).length === 1;
}

const LATER = new Date(Date.now() + 600_000);
const BEFORE = new Date(Date.now() - 1_000);

describe('stored provisioning jobs', () => {
  it.each([
    ['runs', { state: 'running', next_attempt_at: LATER }, true],
    ['was left by a worker that was killed', { state: 'running', next_attempt_at: BEFORE }, false],
    ['waits', { state: 'waiting', next_attempt_at: LATER }, true],
    ['was lost while it waited', { state: 'waiting', next_attempt_at: BEFORE }, false],
    ['has failed', { state: 'failed', next_attempt_at: LATER }, false],
  ])('keep or drop the state of a job that %s: %#', async (_, job, remembered) => {
    expect(await isJobStateKept(TARGET, job)).toBe(remembered);
  });

  it.each([
    ['other ones', '192.0.2.2'],
    ['none', null],
  ])('are stored with %s, whatever their outcome', async (_, dnsTarget) => {
    expect(await isJobStateKept(dnsTarget, { state: 'running', next_attempt_at: BEFORE })).toBe(true);
    expect(await isJobStateKept(dnsTarget, { state: 'failed', next_attempt_at: BEFORE })).toBe(true);
  });
});
