import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { Database } from '../connection/database.js';
import { COUNT_FAILURE, FAILED_SIGN_IN, getFailureCountKey, MAX_FAILURES_PER_MINUTE } from '../failure-log.js';
import { LogEntry, type ActorType } from './log-entry.entity.js';

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
  traceId?: string | null;
};

@Injectable()
export class LogRepository {
  constructor(private readonly database: Database) {}

  /** Stores an entry, within the transaction of the event. Failed sign-ins beyond the limit are only counted. */
  async create(entry: NewLogEntry): Promise<void> {
    if (entry.type === FAILED_SIGN_IN && (await this.isOverFailureLimit(entry))) return;
    const { domainId, type, actor, requestId, traceId = null, user = null, client = null, data = {} } = entry;
    const by = { actorType: actor.type, actorId: actor.id, actorName: actor.name, requestId, traceId };
    await this.database.manager.getRepository(LogEntry).insert({ domainId, type, ...by, sub: user, clientId: client, data: { ...data } });
  }

  private async isOverFailureLimit({ domainId, user = null }: NewLogEntry): Promise<boolean> {
    const [row]: { points: number }[] = await this.database.manager.query(COUNT_FAILURE, [getFailureCountKey(domainId, user !== null)]);
    return row!.points > MAX_FAILURES_PER_MINUTE;
  }
}
