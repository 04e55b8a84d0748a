import { expect, it } from '@jest/globals';
import { listDueTargets } from './due-targets.js';

it('reserves workers for healthy targets: at most 20 failing ones get one at a time', async () => {
  const list = (leasedFailing: number) =>
    listDueTargets({
      listDue: async ({ isFailing, limit }) =>
        Array.from({ length: isFailing ? limit : 2 }, (_none, n) => ({
          domainId: isFailing ? 'failing' : 'sound',
          id: String(n),
          leases: 0,
        })),
      countLeasedFailing: async () => leasedFailing,
    });

  const counts = await Promise.all(
    [0, 15, 25].map(async (leased) => (await list(leased)).filter(({ domainId }) => domainId === 'failing').length),
  );

  expect(counts).toEqual([20, 5, 0]);
  expect((await list(25)).map(({ domainId }) => domainId)).toEqual(['sound', 'sound']);
});
