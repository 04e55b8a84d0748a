import { describe, expect, it } from '@jest/globals';
import type { Logger } from '@latchkey/observability';
import { ExpirySweeper } from './expiry.sweeper.js';

class Sweeper extends ExpirySweeper {
  override run(): Promise<void> {
    return super.run();
  }
}

/** A repository with expired rows. */
function repositoryWith(rows: number) {
  let left = rows;
  return {
    deleteExpired: async (limit: number) => {
      const deleted = Math.min(left, limit);
      left -= deleted;
      return deleted;
    },
    count: () => left,
  };
}

describe('ExpirySweeper', () => {
  it('deletes all expired rows of every kind', async () => {
    const repositories = Array.from({ length: 4 }, () => repositoryWith(4_500));
    const [payloads, links, records, jtis] = repositories as never[];

    await new Sweeper({} as Logger, payloads!, links!, records!, jtis!).run();

    expect(repositories.map(({ count }) => count())).toEqual([0, 0, 0, 0]);
  });
});
