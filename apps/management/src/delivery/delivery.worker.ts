import type { DeliveryLeaseRepository, DeliveryTargetKey, LeasedTarget } from '@latchkey/persistence';

/** Items read together. */
const BATCH_SIZE = 20;
/** After this time no further delivery begins under a lease, so that targets take turns. */
const TURN_MS = 5_000;

/**
 * Delivers what is pending of a target, in order: an item waits until the one before is delivered or given up. One worker at a time does so. A
 * receiver can get an item twice if its answer was lost.
 */
export abstract class DeliveryWorker<Target extends LeasedTarget, Item> {
  protected constructor(private readonly targets: DeliveryLeaseRepository<Target>) {}

  /** Delivers to a target, if something is due and no other worker does. @param signal ends the turn early */
  async deliver(key: DeliveryTargetKey, signal: AbortSignal): Promise<void> {
    const target = await this.targets.lease(key);
    if (!target) return;
    const turn = AbortSignal.any([signal, AbortSignal.timeout(TURN_MS)]);
    while (await this.deliverBatch(target, turn));
  }

  /** The next items of the target, in order. */
  protected abstract loadNext(target: Target, limit: number): Promise<Item[]>;

  /** @returns whether the next item may follow; if not, the lease has ended */
  protected abstract attempt(target: Target, item: Item): Promise<boolean>;

  /** @returns whether more may follow; if not, the lease has ended */
  private async deliverBatch(target: Target, turn: AbortSignal): Promise<boolean> {
    const batch = await this.loadNext(target, BATCH_SIZE);
    for (const item of batch) {
      if (turn.aborted) break;
      if (!(await this.attempt(target, item))) return false;
    }
    if (batch.length === BATCH_SIZE && !turn.aborted) return true;
    await this.targets.release(target);
    return false;
  }
}
