import { Inject, Injectable } from '@nestjs/common';
import { EVENTS, type AttributeChanges, type AuditEvent } from '@latchkey/events';
import { Database } from '../connection/database.js';
import { COUNT_FAILURE, FAILED_SIGN_IN, getFailureCountKey, MAX_FAILURES_PER_MINUTE } from '../failure-log.js';
import { AttributeChangeRepository } from './attribute-change.repository.js';
import { LogKeyRepository } from './log-key.repository.js';
import { LogEntry, type ActorType } from './log-entry.entity.js';
import { PERSONAL_DATA, type PersonalDataEncryption } from '../personal-data.js';

/** Who caused an event. */
export interface LogActor {
  type: ActorType;
  /** The id of the API key, or the `sub` of the user. */
  id: string | null;
  name: string | null;
}

/** An event with its circumstances. */
export type NewLogEntry = AuditEvent & {
  domainId: string;
  actor: LogActor;
  /** The `X-Request-Id` of the request. */
  requestId: string | null;
  /** The trace of the request: W3C Trace Context. */
  traceId: string | null;
};

interface StoredData {
  data: object;
  encryptedData: Buffer | null;
}

@Injectable()
export class LogRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: LogKeyRepository,
    private readonly changes: AttributeChangeRepository,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalDataEncryption,
  ) {}

  /**
   * Stores an entry, within the transaction of the event. Failed sign-ins beyond the limit are only counted.
   *
   * @param changes of attributes of its user, which the entry has by name only; security events may need the values
   */
  async create(entry: NewLogEntry, changes: AttributeChanges = {}): Promise<void> {
    if (entry.type === FAILED_SIGN_IN && (await this.isOverFailureLimit(entry))) return;
    const { domainId, type, actor, requestId, traceId, user = null, client = null } = entry;
    const by = { actorType: actor.type, actorId: actor.id, actorName: actor.name, requestId, traceId };
    const { identifiers } = await this.database.manager
      .getRepository(LogEntry)
      .insert({ domainId, type, ...by, sub: user, clientId: client, ...(await this.protect(entry)) });
    if (user !== null && Object.keys(changes).length > 0)
      await this.changes.store({ domainId, id: identifiers[0]!['id'] as string, user }, changes);
  }

  /** Encrypts personal data with the key of their user. Those of a user who was deleted meanwhile are not stored. */
  private async protect({ domainId, type, user = null, ...event }: NewLogEntry): Promise<StoredData> {
    const data: Record<string, unknown> = { ...event.data };
    const isPersonal = EVENTS[type].personal && user !== null && Object.keys(data).length > 0;
    if (!isPersonal) return { data, encryptedData: null };
    const subject = { domainId, sub: user };
    const committed = this.personalData.commit(data);
    const key = await this.keys.findOrCreate(domainId, user, this.personalData.createKey(subject));
    return { data: { erased: committed.erased }, encryptedData: key && this.personalData.encrypt(committed, key, subject) };
  }

  private async isOverFailureLimit({ domainId, user = null }: NewLogEntry): Promise<boolean> {
    const [row]: { points: number }[] = await this.database.manager.query(COUNT_FAILURE, [getFailureCountKey(domainId, user !== null)]);
    return row!.points > MAX_FAILURES_PER_MINUTE;
  }
}
