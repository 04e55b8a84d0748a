import { refuseInTransaction } from '@latchkey/persistence';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ChangedMeanwhileError } from './changed-meanwhile.error.js';
import { DNS_DEADLINE_MS, type DnsReservation, type DnsProvider, type DnsRecord } from './dns-provider.js';
import { DnsError } from './dns.error.js';
import { NameTakenError } from './name-taken.error.js';
import { getRecordNames, ownRecords, planReservation, planRemoval } from './ownership.js';
import { UnansweredError } from './unanswered.error.js';
import type { Zone, ZoneChange, ZoneRecord } from './zone.js';

/** How often to decide again if the records differ from those read. */
const DECISIONS_BY_TASK = 3;
/** How often to repeat an implausible read, if reads can be stale. */
const MAX_READS = 3;

type Decide = (seen: ZoneRecord[]) => ZoneChange | null;

interface Work {
  claim: DnsReservation;
  decide: Decide;
  signal: AbortSignal;
}

/** The shared part of all providers: read, decide, change under the condition of the read, and start over if it no longer holds. */
export class OwnedRecordsProvider implements DnsProvider {
  /** @param deadline milliseconds */
  constructor(
    private readonly zone: Zone,
    private readonly deadline: number = DNS_DEADLINE_MS,
  ) {}

  ensure(claim: DnsReservation, records: readonly DnsRecord[]): Promise<void> {
    return this.reconcile(claim, (seen) => planReservation(claim, records, seen));
  }

  remove(claim: DnsReservation): Promise<void> {
    return this.reconcile(claim, (seen) => planRemoval(claim, seen));
  }

  check(claim: DnsReservation): Promise<DnsRecord[]> {
    return this.inTime(async (signal) => ownRecords(claim, await this.zone.readRecords(getRecordNames(claim), signal)));
  }

  private async reconcile(claim: DnsReservation, decide: Decide): Promise<void> {
    const change = { isUnderWay: false };
    try {
      await this.inTime((signal) => this.decideAndChange({ claim, decide, signal }, change));
    } catch (error) {
      if (!change.isUnderWay || !(error instanceof DnsError) || error.permanent) throw error;
      throw new UnansweredError(error);
    }
  }

  /** @param progress whether a change has been sent and not rejected */
  private async decideAndChange({ claim, decide, signal }: Work, progress: { isUnderWay: boolean }): Promise<void> {
    for (let decision = 1; ; decision += 1) {
      const change = await this.decide(claim, decide, signal);
      if (!change) return;
      // Ignores a read past the deadline, because the caller no longer waits for the result.
      signal.throwIfAborted();
      progress.isUnderWay = true;
      try {
        await this.zone.change(change, signal);
        return;
      } catch (error) {
        if (!(error instanceof ChangedMeanwhileError)) throw error;
        progress.isUnderWay = false;
        if (decision === DECISIONS_BY_TASK) throw error.meaning;
      }
    }
  }

  /**
   * Reads the records and decides what to change. If reads can be stale, two findings count only after repeated reads: that a name is
   * taken, because its mark may not be visible yet, and that a mark has no record.
   */
  private async decide(claim: DnsReservation, decide: Decide, signal: AbortSignal): Promise<ZoneChange | null> {
    for (let look = this.zone.staleness === 0 ? MAX_READS : 1; ; look += 1) {
      try {
        const change = decide(await this.zone.readRecords(getRecordNames(claim), signal));
        if (!change?.isDoubtful || look >= MAX_READS) return change;
      } catch (error) {
        if (!(error instanceof NameTakenError) || look >= MAX_READS) throw error;
      }
      await delay(this.zone.staleness, undefined, { signal });
    }
  }

  private async inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    refuseInTransaction('A request to the DNS provider');
    const signal = AbortSignal.timeout(this.deadline);
    const late = once(signal, 'abort').then((): never => {
      throw new DnsError('no answer in time', false);
    });
    try {
      // An SDK that pauses before a retry checks the signal only afterwards.
      return await Promise.race([work(signal), late]);
    } catch (error) {
      if (error instanceof DnsError) throw error;
      if (signal.aborted) throw new DnsError('no answer in time', false);
      throw new DnsError(`an unexpected error occurred: ${error instanceof Error ? error.name : 'unknown error'}`, false, { cause: error });
    }
  }
}
