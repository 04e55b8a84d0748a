import { describe, expect, it } from '@jest/globals';
import type { ManagementSettings } from '@latchkey/config';
import { createLogger } from '@latchkey/observability';
import type { DomainRepository } from '@latchkey/persistence';
import { SigningKeySweeper } from './signing-key.sweeper.js';
import type { SigningKeyService } from './signing-key.service.js';

/** Sorted ids, like those from the database. */
function idsOf(count: number): string[] {
  return Array.from({ length: count }, (_none, n) => `${(n * 37).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`).toSorted();
}

class SteppedSweeper extends SigningKeySweeper {
  step(): Promise<void> {
    return this.run();
  }
}

/** @returns the domains that each run checked */
async function sweep(domains: readonly string[], runs: number): Promise<string[][]> {
  const [rotated, retired]: [string[][], string[][]] = [[], []];
  const listIdsAfter = async (id: string, limit: number) => domains.filter((each) => each > id).slice(0, limit);
  const service = {
    rotateDue: async (ids: string[]) => (rotated.push(ids), 0),
    retire: async (ids: string[]) => (retired.push(ids), 0),
  };
  const sweeper = new SteppedSweeper(
    { KEY_ROTATION_DAYS: 90 } as ManagementSettings,
    createLogger({ service: 'management', level: 'fatal', format: 'json' }),
    { listIdsAfter } as unknown as DomainRepository,
    service as unknown as SigningKeyService,
  );
  for (let run = 0; run < runs; run += 1) await sweeper.step();
  expect(retired).toEqual(rotated);
  return rotated;
}

describe('SigningKeySweeper', () => {
  it('checks each domain once if there are fewer than a batch', async () => {
    const domains = idsOf(5);

    for (const ids of await sweep(domains, 3)) expect(ids.toSorted()).toEqual(domains);
  });

  it('checks a part of many domains per run, so that several runs cover all', async () => {
    const domains = idsOf(5_000);

    const runs = await sweep(domains, 3);

    expect(runs.map(({ length }) => length)).toEqual([2_000, 2_000, 2_000]);
    expect(new Set(runs.flat()).size).toBe(5_000);
  });

  it('checks nothing without domains', async () => {
    expect(await sweep([], 2)).toEqual([[], []]);
  });
});
