import type { DeliveryLeaseRepository, DeliveryTargetKey, LeasedTarget } from '@latchkey/persistence';
import type { AwaitReceiver } from './slow-receivers.js';

/** Items read together. */
const BATCH_SIZE = 20;
/** After this time no further delivery begins under a lease, so that targets take turns. */
const TURN_MS = 5_000;

/** The time of a worker for one target. */
export interface DeliveryTurn {
  /** Ends it early. */
  signal: AbortSignal;
  awaitReceiver: AwaitReceiver;
}

/**
 * Delivers what is pending of a target, in order: an item waits until the one before is delivered or given up. One worker at a time does so. A
 * receiver can get an item twice if its answer was lost.
 */
export abstract class DeliveryWorker<Target extends LeasedTarget, Item> {
  protected constructor(private readonly targets: DeliveryLeaseRepository<Target>) {}

  /** Delivers to a target, if something is due and no other worker does. */
  async deliver(key: DeliveryTargetKey, { signal, awaitReceiver }: DeliveryTurn): Promise<void> {
    const target = await this.targets.lease(key);
    if (!target) return;
    const turn = { signal: AbortSignal.any([signal, AbortSignal.timeout(TURN_MS)]), awaitReceiver };
    while (await this.deliverBatch(target, turn));
  }

  /** The next items of the target, in order. */
  protected abstract loadNext(target: Target, limit: number): Promise<Item[]>;

  /** @returns whether the next item may follow; if not, the lease has ended */
  protected abstract attempt(target: Target, item: Item, turn: DeliveryTurn): Promise<boolean>;

  /** @returns whether more may follow; if not, the lease has ended */
  private async deliverBatch(target: Target, turn: DeliveryTurn): Promise<boolean> {
    const batch = await this.loadNext(target, BATCH_SIZE);
    for (const item of batch) {
      if (turn.signal.aborted) break;
      if (!(await this.attempt(target, item, turn))) return false;
    }
    if (batch.length === BATCH_SIZE && !turn.signal.aborted) return true;
    await this.targets.release(target);
    return false;
  }
}
