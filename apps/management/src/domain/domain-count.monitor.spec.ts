import { describe, expect, it } from '@jest/globals';
import { Metrics, type Logger } from '@latchkey/observability';
import type { DomainRepository } from '@latchkey/persistence';
import { DomainCountMonitor } from './domain-count.monitor.js';

type Counts = Awaited<ReturnType<DomainRepository['countByStatus']>>;

describe('metric of domains', () => {
  it('shows each existing kind and status, and removes others', async () => {
    let counts: Counts = [
      { kind: 'custom', status: 'pending', domains: 2 },
      { kind: 'sandbox', status: 'active', domains: 3 },
    ];
    const metrics = new Metrics();
    const monitor = new DomainCountMonitor({} as Logger, { countByStatus: async () => counts } as DomainRepository);
    Object.assign(monitor, { metrics });
    const shown = async () => (await metrics.domains.get()).values.map(({ labels, value }) => [labels.kind, labels.status, value]);

    await monitor.measure();
    const first = await shown();
    counts = [{ kind: 'sandbox', status: 'active', domains: 4 }];
    await monitor.measure();

    expect(first).toEqual([
      ['custom', 'pending', 2],
      ['sandbox', 'active', 3],
    ]);
    expect(await shown()).toEqual([['sandbox', 'active', 4]]);
  });
});
