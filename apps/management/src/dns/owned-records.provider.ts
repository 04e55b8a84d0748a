import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ChangedMeanwhileError } from './changed-meanwhile.error.js';
import { DNS_DEADLINE, type DnsClaim, type DnsProvider, type DnsRecord } from './dns-provider.js';
import { DnsError } from './dns.error.js';
import { NameTakenError } from './name-taken.error.js';
import { namesOf, ownRecords, toHave, toHaveNothing } from './ownership.js';
import type { Zone, ZoneChange, ZoneRecord } from './zone.js';

/** How often it is decided anew when the records turn out to be other than they were seen. */
const DECISIONS = 3;
/** How often somebody else's records are to be seen before they count, where what is seen may be old. */
const LOOKS = 3;

type Decide = (seen: ZoneRecord[]) => ZoneChange | null;

/** What all providers have in common: look, decide, change what was seen, and look again if it was no longer so. */
export class OwnedRecordsProvider implements DnsProvider {
  /** @param deadline milliseconds */
  constructor(
    private readonly zone: Zone,
    private readonly deadline: number = DNS_DEADLINE,
  ) {}

  ensure(claim: DnsClaim, records: readonly DnsRecord[]): Promise<void> {
    return this.bring(claim, (seen) => toHave(claim, records, seen));
  }

  remove(claim: DnsClaim): Promise<void> {
    return this.bring(claim, (seen) => toHaveNothing(claim, seen));
  }

  observe(claim: DnsClaim): Promise<DnsRecord[]> {
    return this.inTime(async (signal) => ownRecords(claim, await this.zone.look(namesOf(claim), signal)));
  }

  private bring(claim: DnsClaim, decide: Decide): Promise<void> {
    return this.inTime(async (signal) => {
      for (let decision = 1; ; decision += 1) {
        const change = await this.decide(claim, decide, signal);
        if (!change) return;
        try {
          await this.zone.change(change, signal);
          return;
        } catch (error) {
          if (!(error instanceof ChangedMeanwhileError)) throw error;
          if (decision === DECISIONS) throw error.meaning;
        }
      }
    });
  }

  /** That a name is taken is not believed of what may be old: a record may have been seen, and its mark not yet. */
  private async decide(claim: DnsClaim, decide: Decide, signal: AbortSignal): Promise<ZoneChange | null> {
    for (let look = 1; ; look += 1) {
      try {
        return decide(await this.zone.look(namesOf(claim), signal));
      } catch (error) {
        if (!(error instanceof NameTakenError) || this.zone.staleness === 0 || look === LOOKS) throw error;
        await delay(this.zone.staleness, undefined, { signal });
      }
    }
  }

  private async inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(this.deadline);
    const late = once(signal, 'abort').then((): never => {
      throw new DnsError('no answer in time', false);
    });
    try {
      // An SDK that waits before its next attempt does not look at the signal until then.
      return await Promise.race([work(signal), late]);
    } catch (error) {
      if (error instanceof DnsError) throw error;
      if (signal.aborted) throw new DnsError('no answer in time', false);
      throw new DnsError(`it failed unexpectedly: ${error instanceof Error ? error.name : 'unknown error'}`, false, { cause: error });
    }
  }
}
