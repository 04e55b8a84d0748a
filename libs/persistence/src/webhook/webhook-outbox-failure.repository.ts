import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { WebhookOutboxEntry } from './webhook-outbox-entry.entity.js';
import type { OutboxEntryKey } from './webhook-outbox.repository.js';

/** The number of failures of one entry alone until it is set aside. */
const MAX_FAILURES = 5;

/** An entry that was set aside, as operators see it. */
export interface SetAsideEntry extends Pick<WebhookOutboxEntry, 'entryId' | 'setAsideAt' | 'error'> {
  /** The name of the domain. */
  domain: string;
  /** Null if the entry is no longer in the log. */
  type: string | null;
  sequence: string | null;
}

const RECORD = `
  UPDATE webhook_outbox SET failures = failures + 1, error = $3, set_aside_at = CASE WHEN failures + 1 >= ${MAX_FAILURES} THEN now() END
  WHERE domain_id = $1 AND entry_id = $2 AND set_aside_at IS NULL RETURNING set_aside_at AS "setAsideAt"`;

const LIST = `
  SELECT domain.name AS domain, outbox.entry_id AS "entryId", entry.type, entry.sequence, set_aside_at AS "setAsideAt", error
  FROM webhook_outbox AS outbox JOIN domain ON domain.id = outbox.domain_id
    LEFT JOIN log_entry AS entry ON entry.domain_id = outbox.domain_id AND entry.id = outbox.entry_id
  WHERE set_aside_at IS NOT NULL ORDER BY set_aside_at, outbox.entry_id LIMIT $1`;

/** Entries that could not be assigned to webhooks and streams. */
@Injectable()
export class WebhookOutboxFailureRepository {
  constructor(private readonly database: Database) {}

  /** Counts a failure of an entry alone. @returns whether it is now set aside, so that it no longer blocks later entries */
  async record({ domainId, entryId }: OutboxEntryKey, error: string): Promise<boolean> {
    const [rows]: [Pick<WebhookOutboxEntry, 'setAsideAt'>[], number] = await this.database.manager.query(RECORD, [
      domainId,
      entryId,
      error,
    ]);
    return rows[0] !== undefined && rows[0].setAsideAt !== null;
  }

  async count(): Promise<number> {
    const [row]: { count: number }[] = await this.database.manager.query(
      'SELECT count(*)::integer AS count FROM webhook_outbox WHERE set_aside_at IS NOT NULL',
    );
    return row!.count;
  }

  /** Oldest first. */
  list(limit: number): Promise<SetAsideEntry[]> {
    return this.database.manager.query(LIST, [limit]);
  }

  /** Lets set-aside entries be assigned again. @returns their number */
  async retry(): Promise<number> {
    const [, count]: [unknown, number] = await this.database.manager.query(
      'UPDATE webhook_outbox SET failures = 0, error = NULL, set_aside_at = NULL WHERE set_aside_at IS NOT NULL',
    );
    return count;
  }
}
