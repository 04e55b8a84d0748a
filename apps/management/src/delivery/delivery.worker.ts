import type { DeliveryLeaseRepository, DeliveryTargetKey, LeasedTarget } from '@latchkey/persistence';
import { LeaseRenewal } from './lease-renewal.js';
import type { AwaitReceiver } from './slow-receivers.js';

/** The number of items to read at a time. */
const BATCH_SIZE = 20;
/** After this time no further delivery begins under a lease, so that targets take turns. */
const TURN_MS = 5_000;

/** The next items of a target, in order. */
export interface DeliveryBatch<Item> {
  items: readonly Item[];
  /** Whether more items follow. */
  hasMore: boolean;
}

/** How to continue after an attempt. */
export interface AttemptEnd {
  /** Whether the next item may follow; otherwise the lease has ended. */
  hasTurn: boolean;
  /** After a failure: seconds until the next attempt. */
  retryInSeconds: number | null;
}

/** The time slice of a worker for one target. */
export interface DeliveryTurn {
  /** Ends the time slice early. */
  signal: AbortSignal;
  awaitReceiver: AwaitReceiver;
}

/** A target whose next attempt follows soon. @property lease of the failed attempt */
export interface Retry {
  lease: number;
  inSeconds: number;
}

/**
 * Delivers a target's pending items in order: an item waits until the previous one is delivered or given up. Only one worker serves a
 * target at a time. A receiver can get an item twice if its response was lost.
 */
export abstract class DeliveryWorker<Target extends LeasedTarget, Item> {
  private readonly renewal: LeaseRenewal<Target>;

  protected constructor(private readonly targets: DeliveryLeaseRepository<Target>) {
    this.renewal = new LeaseRenewal((held) => targets.renew(held));
  }

  /**
   * Delivers to a target if something is due and no other worker does. @returns when the failed attempt is repeated; null if none failed
   */
  async deliver(key: DeliveryTargetKey, { signal, awaitReceiver }: DeliveryTurn): Promise<Retry | null> {
    const target = await this.targets.lease(key);
    if (!target) return null;
    const turn = { signal: AbortSignal.any([signal, AbortSignal.timeout(TURN_MS)]), awaitReceiver };
    return this.renewal.during(target, async () => {
      for (;;) {
        const { hasTurn, retryInSeconds } = await this.deliverBatch(target, turn);
        if (!hasTurn) return retryInSeconds === null ? null : { lease: target.lease, inSeconds: retryInSeconds };
      }
    });
  }

  protected abstract loadNext(target: Target, limit: number): Promise<DeliveryBatch<Item>>;

  protected abstract attempt(target: Target, item: Item, turn: DeliveryTurn): Promise<AttemptEnd>;

  private async deliverBatch(target: Target, turn: DeliveryTurn): Promise<AttemptEnd> {
    const { items, hasMore } = await this.loadNext(target, BATCH_SIZE);
    for (const item of items) {
      if (turn.signal.aborted) break;
      const end = await this.attempt(target, item, turn);
      if (!end.hasTurn) return end;
    }
    const hasTurn = hasMore && !turn.signal.aborted;
    if (!hasTurn) await this.targets.release(target);
    return { hasTurn, retryInSeconds: null };
  }
}
