import { Injectable } from '@nestjs/common';
import { lacksActivity, listSignals, listValueSignals, type Signal } from '@latchkey/events';
import { splitScope } from '@latchkey/oauth';
import { formatTraceparent } from '@latchkey/observability';
import {
  AttributeChangeRepository,
  SsfChangeRepository,
  SsfEventRepository,
  type KeyedEntry,
  type NewSsfEvent,
  type StoredChanges,
  type SubscribedStream,
} from '@latchkey/persistence';
import { readEntryTrace } from '../delivery/entry-trace.js';
import { ReceiverClaimsService, type ReceiverClaims } from './receiver-claims.service.js';

/** Without this scope a client can neither create a stream nor poll. */
const MANAGING_SCOPE = 'ssf.manage';

type UserEntry = KeyedEntry & { user: string };
type UserKey = { domainId: string; sub: string };

/** The security events that a log entry causes. */
interface Draft {
  entry: UserEntry;
  signals: readonly Signal[];
  /** The changed attributes; the receiver determines which events they cause. */
  changed: StoredChanges | undefined;
}

/** Assigns the security events of new log entries to the streams that subscribe to them. */
@Injectable()
export class SignalAssignmentService {
  constructor(
    private readonly events: SsfEventRepository,
    private readonly changes: AttributeChangeRepository,
    private readonly kept: SsfChangeRepository,
    private readonly claims: ReceiverClaimsService,
  ) {}

  /** Adds the events of entries to streams, within the transaction that empties the outbox. @param entries in the order of the log */
  async assign(entries: readonly KeyedEntry[]): Promise<void> {
    const ofUsers = entries.filter((entry): entry is UserEntry => entry.user !== null);
    if (ofUsers.length === 0) return;
    const drafts = await this.draft(ofUsers);
    if (drafts.length > 0) await this.send(drafts);
    const deleted = ofUsers.filter(({ type }) => type === 'user.deleted');
    if (deleted.length > 0) await this.events.forgetSubjects(deleted.map(keyOf));
  }

  private async draft(entries: readonly UserEntry[]): Promise<Draft[]> {
    const states = await this.readStates(entries.filter(lacksActivity));
    const changes = await this.changes.list(entries);
    const drafts = entries.map((entry) => ({
      entry,
      signals: listSignals(entry, states.get(toText(keyOf(entry))) ?? null),
      changed: changes.get(entry.id),
    }));
    return drafts.filter(({ signals, changed }) => signals.length > 0 || changed !== undefined);
  }

  private async send(drafts: readonly Draft[]): Promise<void> {
    const locked = await this.events.lockStreams([...new Set(drafts.map(({ entry }) => entry.domainId))]);
    // The operator may have removed the scope from the client since it created the stream.
    const streams = locked.filter(({ scope }) => splitScope(scope).includes(MANAGING_SCOPE));
    const withValues = new Set(drafts.filter(({ changed }) => changed).map(({ entry }) => entry.domainId));
    const claims = await this.claims.list(streams.filter(({ domainId }) => withValues.has(domainId)));
    const events = drafts.flatMap((draft) => streams.flatMap((stream) => createEvents(draft, stream, claims)));
    if (events.length === 0) return;
    const needed = new Set(events.flatMap(({ change }) => change?.entryId ?? []));
    const changes = drafts.filter(({ entry }) => needed.has(entry.id)).map(({ entry }) => ({ ...keyOf(entry), entryId: entry.id }));
    if (changes.length > 0) await this.kept.keep(changes);
    await this.events.create(events);
  }

  private async readStates(entries: readonly UserEntry[]): Promise<Map<string, boolean>> {
    const users = entries.length > 0 ? await this.events.listUserStates(entries.map(keyOf)) : [];
    return new Map(users.map(({ active, ...key }) => [toText(key), active]));
  }
}

/** The events of an entry that a stream has requested. They only name the attributes; the values stay encrypted with the entry. */
function createEvents({ entry, signals, changed }: Draft, stream: SubscribedStream, claims: ReceiverClaims): NewSsfEvent[] {
  const { domainId, user: subject, sequence, id: entryId } = entry;
  if (stream.domainId !== domainId) return [];
  const trace = readEntryTrace(entry);
  const cause = { txn: `log-${sequence}`, traceparent: trace && formatTraceparent(trace), domainId, streamId: stream.id, subject };
  const withValues = changed ? listValueSignals(entry, changed.changes, claims.get(stream.id) ?? new Set()) : [];
  const events: NewSsfEvent[] = [
    ...signals.map((signal) => ({ ...signal, ...cause })),
    ...withValues.map(({ attributes, ...signal }) => {
      return { ...signal, ...cause, change: { entryId, keyMonth: changed!.key.month, attributes } };
    }),
  ];
  return events.filter(({ eventType }) => stream.eventsRequested.includes(eventType));
}

function keyOf({ domainId, user: sub }: UserEntry): UserKey {
  return { domainId, sub };
}

function toText({ domainId, sub }: UserKey): string {
  return `${domainId} ${sub}`;
}
