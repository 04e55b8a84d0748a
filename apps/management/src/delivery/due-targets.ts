import type { DueTarget } from '@latchkey/persistence';

const BATCH_SIZE = 500;
/** The number of failing targets of a kind that are tried at a time, so that unresponsive ones leave workers to the others. */
const MAX_FAILING = 20;

/** The part of a lease repository that finds due targets. */
interface DueTargets {
  listDue(selected: { isFailing: boolean; limit: number }): Promise<DueTarget[]>;
  countLeasedFailing(): Promise<number>;
}

/** The targets that are due: all healthy ones, and a few that fail. */
export async function listDueTargets(targets: DueTargets): Promise<DueTarget[]> {
  const sound = await targets.listDue({ isFailing: false, limit: BATCH_SIZE });
  const room = Math.max(0, MAX_FAILING - (await targets.countLeasedFailing()));
  return [...sound, ...(await targets.listDue({ isFailing: true, limit: room }))];
}
