import { describe, expect, it, jest } from '@jest/globals';
import type { Logger, Metrics } from '@latchkey/observability';
import type { DomainRepository } from '@latchkey/persistence';
import { DeleteProcessor } from './delete.processor.js';
import type { DomainPurgeService } from './deletion/domain-purge.service.js';
import type { ProvisioningService } from './provisioning.service.js';

const DOMAIN_ID = '00000000-0000-4000-8000-000000000001';

/** The deletion job, with its work method exposed to tests. */
class TestedDeleteProcessor extends DeleteProcessor {
  run(): Promise<void> {
    return this.work({ domainId: DOMAIN_ID });
  }
}

/** @param status of the domain; null if it does not exist @param removed whether its DNS records have been removed */
async function runJob(status: string | null, removed = true) {
  const purge = jest.fn(async () => undefined);
  const remove = jest.fn(async () => removed);
  const domains = { find: async () => status && { id: DOMAIN_ID, status } } as unknown as DomainRepository;
  const dns = { remove } as unknown as ProvisioningService;
  const purges = { purge } as unknown as DomainPurgeService;
  await new TestedDeleteProcessor({} as Logger, {} as Metrics, domains, dns, purges).run();
  return { dnsRemovals: remove.mock.calls.length, purges: purge.mock.calls.length };
}

describe('DeleteProcessor', () => {
  it.each(['active', 'pending', null])('does nothing to a domain whose status is %s', async (status) => {
    expect(await runJob(status)).toEqual({ dnsRemovals: 0, purges: 0 });
  });

  it('removes the DNS records and the data of a domain that is being deleted', async () => {
    expect(await runJob('deleting')).toEqual({ dnsRemovals: 1, purges: 1 });
  });

  it('keeps the data while DNS records may still be created', async () => {
    expect(await runJob('deleting', false)).toEqual({ dnsRemovals: 1, purges: 0 });
  });
});
