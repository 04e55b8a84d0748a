import { Injectable } from '@nestjs/common';
import { changesActivity, listSignals } from '@latchkey/events';
import { SsfEventRepository, type KeyedEntry, type NewSsfEvent } from '@latchkey/persistence';

type UserEntry = KeyedEntry & { user: string };
type UserKey = { domainId: string; sub: string };

/** Assigns what new log entries mean for receivers to the streams that wait for it. */
@Injectable()
export class SignalAssignmentService {
  constructor(private readonly events: SsfEventRepository) {}

  /** Adds the events of entries to streams, within the transaction that empties the outbox. @param entries in the order of the log */
  async assign(entries: readonly KeyedEntry[]): Promise<void> {
    const ofUsers = entries.filter((entry): entry is UserEntry => entry.user !== null);
    const states = await this.readStates(ofUsers.filter(changesActivity));
    const signals = ofUsers.flatMap((entry) => toEvents(entry, states.get(toText(keyOf(entry))) ?? null));
    if (signals.length > 0) await this.events.create(signals);
    const deleted = ofUsers.filter(({ type }) => type === 'user.deleted');
    if (deleted.length > 0) await this.events.forgetSubjects(deleted.map(keyOf));
  }

  private async readStates(entries: readonly UserEntry[]): Promise<Map<string, boolean>> {
    const users = entries.length > 0 ? await this.events.listUserStates(entries.map(keyOf)) : [];
    return new Map(users.map(({ active, ...key }) => [toText(key), active]));
  }
}

function toEvents(entry: UserEntry, active: boolean | null): NewSsfEvent[] {
  const { domainId, user: subject, sequence } = entry;
  return listSignals(entry, active).map((signal) => ({ ...signal, domainId, subject, txn: `log-${sequence}` }));
}

function keyOf({ domainId, user: sub }: UserEntry): UserKey {
  return { domainId, sub };
}

function toText({ domainId, sub }: UserKey): string {
  return `${domainId} ${sub}`;
}
