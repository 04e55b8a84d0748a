import { Injectable } from '@nestjs/common';
import { LogRepository, type LogEntry, type LogQuery } from '@latchkey/persistence';
import { getCurrentActor } from './actor.js';

/** An operation, its subject, and the names (never the values) of what changed. */
export interface AuditEvent {
  /** Resource and verb: `client.provision`. */
  operation: string;
  clientId?: string;
  sub?: string;
  identityProvider?: string;
  changed?: readonly string[];
}

@Injectable()
export class LogService {
  constructor(private readonly entries: LogRepository) {}

  /** Logs an operation in a domain. Called in the operation's transaction, it commits or rolls back with it. */
  async record(domainId: string, { operation, clientId, sub, identityProvider, changed }: AuditEvent): Promise<void> {
    const { type, id, name, requestId } = getCurrentActor();
    await this.entries.create({
      domainId,
      operation,
      actorType: type,
      actorId: id,
      actorName: name,
      requestId,
      sub: sub ?? null,
      clientId: clientId ?? null,
      identityProvider: identityProvider ?? null,
      changed: [...(changed ?? [])],
    });
  }

  list(domainId: string, query: LogQuery): Promise<LogEntry[]> {
    return this.entries.list(domainId, query);
  }
}
