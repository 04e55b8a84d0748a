import { Inject, Injectable } from '@nestjs/common';
import { EVENTS, type AttributeChanges, type AuditEvent } from '@latchkey/events';
import { Database } from '../connection/database.js';
import { COUNT_FAILURE, FAILED_SIGN_IN, getFailureCountKey, MAX_FAILURES_PER_MINUTE } from '../failure-log.js';
import { AttributeChangeRepository } from './attribute-change.repository.js';
import { AuditLogKeyRepository } from './audit-log-key.repository.js';
import type { ActorType } from './audit-log-entry.entity.js';
import { PERSONAL_DATA, type PersonalDataEncryption } from '../personal-data.js';
import { buildRemovalDate } from '../audit-log-retention.js';
import { splitRows } from '../split-rows.js';
import { subTextOf, userIdOf, withUserId } from '../user-id.js';

/** The actor of an event. */
export interface AuditLogActor {
  type: ActorType;
  /** The id of the API key or the operator, or the `sub` of the user. */
  id: string | null;
  name: string | null;
}

/** An event with its circumstances. */
export type NewAuditLogEntry = AuditEvent & {
  domainId: string;
  actor: AuditLogActor;
  /** The `X-Request-Id` of the request. */
  requestId: string | null;
  /** The trace of the request: W3C Trace Context. */
  traceId: string | null;
};

/** Domains of a subscription. @property names null for all */
export interface DomainSelection {
  subscriptionId: string;
  names: readonly string[] | null;
}

/** Events of one type, each about another user that the same transaction has created. */
export type NewUserEntries = Pick<NewAuditLogEntry, 'domainId' | 'type' | 'actor' | 'requestId' | 'traceId'> & {
  users: readonly { sub: string; data: Readonly<Record<string, unknown>> }[];
};

/** An event that concerns several domains alike, and no user or client. */
export type NewSharedAuditLogEntry = Omit<NewAuditLogEntry, 'domainId' | 'user' | 'client'>;

const CREATE = `
  INSERT INTO log_entry (domain_id, removed_from, type, actor_type, actor_id, actor_name, request_id, trace_id, sub, client_id, data, encrypted_data, at, traceparent, sub_text)
  VALUES ($1, ${buildRemovalDate('$1')}, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce($12::timestamptz, clock_timestamp()), $13, $14)
  RETURNING id`;

/** The number of domains of one statement, whose time is limited. */
const BATCH_SIZE = 1_000;
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';
/** A domain whose row is being deleted is skipped; otherwise its foreign key would fail the whole statement. */
const CREATE_IN_DOMAINS = `
  WITH found AS MATERIALIZED (
    SELECT id FROM domain
    WHERE subscription_id = $1 AND ($2::text[] IS NULL OR name = ANY ($2)) AND status NOT IN ('deleting', 'importing') AND id > $3
    ORDER BY id LIMIT ${BATCH_SIZE} FOR KEY SHARE SKIP LOCKED
  ), created AS (
    INSERT INTO log_entry (domain_id, removed_from, type, actor_type, actor_id, actor_name, request_id, trace_id, data, traceparent)
    SELECT id, ${buildRemovalDate('found.id')}, $4, $5, $6, $7, $8, $9, $10, $11 FROM found ORDER BY id
  )
  SELECT id AS last FROM found ORDER BY id OFFSET ${BATCH_SIZE - 1}`;
const CREATE_ALL = `
  INSERT INTO log_entry (domain_id, removed_from, type, actor_type, actor_id, actor_name, request_id, trace_id, client_id, data, at, traceparent)
  SELECT $1, ${buildRemovalDate('$1')}, event.type, $2, $3, $4, $5, $6, event.client_id, event.data, clock_timestamp(), $7
  FROM unnest($8::text[], $9::text[], $10::jsonb[]) WITH ORDINALITY AS event (type, client_id, data, n) ORDER BY n`;

const CREATE_FOR_NEW_USERS = `
  INSERT INTO log_entry (domain_id, removed_from, type, actor_type, actor_id, actor_name, request_id, trace_id, sub, sub_text, data, encrypted_data, at, traceparent)
  SELECT $1, ${buildRemovalDate('$1')}, $2, $3, $4, $5, $6, $7, event.sub, event.sub_text, event.data, event.encrypted_data, $8::timestamptz, $9
  FROM unnest($10::uuid[], $11::text[], $12::jsonb[], $13::bytea[]) WITH ORDINALITY AS event (sub, sub_text, data, encrypted_data, n) ORDER BY n`;

interface StoredData {
  data: object;
  encryptedData: Buffer | null;
  /** The time for which the key of the data was chosen; null without one. */
  at: string | null;
}

@Injectable()
export class AuditLogRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: AuditLogKeyRepository,
    private readonly changes: AttributeChangeRepository,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalDataEncryption,
  ) {}

  /**
   * Stores an entry within the transaction of the event. Failed sign-ins beyond the limit are only counted.
   *
   * @param changes of its user's attributes, which the entry only names; security events may need the values
   */
  async create(entry: NewAuditLogEntry, changes: AttributeChanges = {}): Promise<void> {
    if (entry.type === FAILED_SIGN_IN && (await this.isOverFailureLimit(entry))) return;
    const { domainId, type, actor, requestId, traceId, user = null, client = null } = entry;
    const { data, encryptedData, at } = await this.protect(entry);
    const values = [
      domainId,
      type,
      actor.type,
      actor.id,
      actor.name,
      requestId,
      traceId,
      user && userIdOf(domainId, user),
      client,
      JSON.stringify(data),
      encryptedData,
      at,
      this.database.getTraceparent(),
      user && subTextOf(user),
    ];
    const [{ id }]: [{ id: string }] = await this.database.manager.query(CREATE, values);
    if (user !== null && Object.keys(changes).length > 0) await this.changes.store({ domainId, id, user }, changes);
  }

  /** Stores an entry in the log of each of these domains that is not being deleted, within the transaction of the event. */
  async createInDomains({ subscriptionId, names }: DomainSelection, entry: NewSharedAuditLogEntry): Promise<void> {
    const { type, actor, requestId, traceId, data = {} } = entry;
    const about = [type, actor.type, actor.id, actor.name, requestId, traceId, JSON.stringify(data), this.database.getTraceparent()];
    for (let after: string | undefined = BEFORE_ALL_IDS; after !== undefined;) {
      const [batch]: { last: string }[] = await this.database.manager.query(CREATE_IN_DOMAINS, [subscriptionId, names, after, ...about]);
      after = batch?.last;
    }
  }

  /** Stores entries of one actor without personal data in few statements, in this order, as `create` stores each. */
  async createAll(entries: readonly NewAuditLogEntry[]): Promise<void> {
    for (const part of splitRows(entries)) {
      const { domainId, actor, requestId, traceId } = part[0]!;
      const personal = part.find(({ type, user = null }) => EVENTS[type].personal || user !== null);
      if (personal) throw new Error(`${personal.type} has personal data`);
      await this.database.manager.query(CREATE_ALL, [
        domainId,
        actor.type,
        actor.id,
        actor.name,
        requestId,
        traceId,
        this.database.getTraceparent(),
        part.map(({ type }) => type),
        part.map(({ client = null }) => client),
        part.map(({ data = {} }) => JSON.stringify(data)),
      ]);
    }
  }

  /** Stores an entry about each of the users that the transaction has created, in this order, as `create` stores each. */
  async createForNewUsers({ domainId, type, actor, requestId, traceId, users }: NewUserEntries): Promise<void> {
    for (const part of splitRows(users)) {
      const entries = part.map(({ sub, data }) => {
        const subject = withUserId({ domainId, sub });
        const key = this.personalData.createKey(subject);
        const committed = this.personalData.commit(data);
        return { subject, sub, key, erased: committed.erased, encrypted: this.personalData.encrypt(committed, key, subject) };
      });
      const at = await this.keys.createAll(domainId, new Map(entries.map(({ subject, key }) => [subject.sub, key])));
      const circumstances = [domainId, type, actor.type, actor.id, actor.name, requestId, traceId, at, this.database.getTraceparent()];
      await this.database.manager.query(CREATE_FOR_NEW_USERS, [
        ...circumstances,
        entries.map(({ subject }) => subject.sub),
        entries.map(({ sub }) => subTextOf(sub)),
        entries.map(({ erased }) => JSON.stringify({ erased })),
        entries.map(({ encrypted }) => encrypted),
      ]);
    }
  }

  /** Encrypts personal data with their user's key. Data of a user who was deleted meanwhile are not stored. */
  private async protect({ domainId, type, user = null, ...event }: NewAuditLogEntry): Promise<StoredData> {
    const data: Record<string, unknown> = { ...event.data };
    // control: personal data in the log are stored encrypted by a key of their user
    const isPersonal = EVENTS[type].personal && user !== null && Object.keys(data).length > 0;
    if (!isPersonal) return { data, encryptedData: null, at: null };
    const subject = withUserId({ domainId, sub: user });
    const committed = this.personalData.commit(data);
    const key = await this.keys.findOrCreate(domainId, subject.sub, this.personalData.createKey(subject));
    const encryptedData = key && this.personalData.encrypt(committed, key.encrypted, subject);
    return { data: { erased: committed.erased }, encryptedData, at: key && key.at };
  }

  private async isOverFailureLimit({ domainId, user = null }: NewAuditLogEntry): Promise<boolean> {
    const [row]: { points: number }[] = await this.database.manager.query(COUNT_FAILURE, [getFailureCountKey(domainId, user !== null)]);
    return row!.points > MAX_FAILURES_PER_MINUTE;
  }
}
