import { describe, expect, it } from '@jest/globals';
import type { DomainJob } from '../job/domain-jobs.service.js';
import { provisioningDetail } from './provisioning-detail.js';

const REASON = 'The DNS record could not be made: the name server or its API rejected the change.';
const AT = new Date('2026-11-20T08:09:10.123Z');
const job = (values: Partial<DomainJob>): DomainJob => ({
  name: 'domain-provision',
  state: 'waiting',
  attempts: 1,
  lastError: REASON,
  nextAttemptAt: AT,
  ...values,
});

describe("detail of a sandbox domain's DNS records", () => {
  it('is empty once the records exist', () => {
    expect(provisioningDetail('present', undefined)).toBeNull();
  });

  it.each([
    ['before the first attempt', undefined],
    ['while it is made', job({ state: 'running', lastError: null })],
  ])('says that the records are being created, %s', (_when, first) => {
    expect(provisioningDetail('pending', first)).toBe('The DNS record is being created. Tokens are issued meanwhile.');
  });

  it.each<[string, Partial<DomainJob>, string]>([
    ['after one attempt', {}, 'It has been tried once; the next attempt is at 2026-11-20T08:09:10Z.'],
    ['between others', { attempts: 3 }, 'It has been tried 3 times; the next attempt is at 2026-11-20T08:09:10Z.'],
    ['during another', { state: 'running', attempts: 2 }, 'It is being tried for the 2nd time.'],
    ['when a worker was lost', { attempts: 2, nextAttemptAt: null }, 'It has been tried 2 times, and is tried again shortly.'],
    ['after many', { state: 'failed', attempts: 5 }, 'It has been tried 5 times; the next attempt is at 2026-11-20T08:09:10Z.'],
  ])('contains the reason, the number of attempts and the time of the next one, %s', (_when, values, outlook) => {
    expect(provisioningDetail('pending', job(values))).toBe(`${REASON} ${outlook} Tokens are issued meanwhile.`);
  });
});
