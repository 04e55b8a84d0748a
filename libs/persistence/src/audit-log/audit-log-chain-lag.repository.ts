import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';

/** Work that sweepers have not done yet. */
export interface ChainLag {
  /** The number of unchained entries, at most MAX_COUNTED. */
  entries: number;
  /** The age of the oldest of them, in seconds; 0 without one. */
  seconds: number;
  /** How many seconds the oldest due checkpoint has waited; 0 if none is due. */
  checkpointSeconds: number;
}

/** Keeps counting a large backlog cheap. */
const MAX_COUNTED = 100_000;

/** Entries of a domain in deletion are never chained. */
const MEASURE_LAG = `
  SELECT count(*)::integer AS entries, coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 AS seconds,
    coalesce((SELECT extract(epoch FROM now() - checkpoint_due_at) FROM log_chain WHERE checkpoint_due_at <= now()
              ORDER BY checkpoint_due_at LIMIT 1), 0)::float8 AS "checkpointSeconds"
  FROM (SELECT at FROM log_entry WHERE sequence IS NULL AND (SELECT status FROM domain WHERE id = domain_id) <> 'deleting'
        LIMIT ${MAX_COUNTED}) AS unchained`;

/** Measures the backlog of log chains. */
@Injectable()
export class AuditLogChainLagRepository {
  constructor(private readonly database: Database) {}

  /** How far the chains of all domains are behind their logs. */
  async measureLag(): Promise<ChainLag> {
    const [lag]: [ChainLag] = await this.database.manager.query(MEASURE_LAG);
    return lag;
  }
}
