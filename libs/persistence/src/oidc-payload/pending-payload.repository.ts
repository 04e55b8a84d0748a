import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import { Slots } from '../slots.js';
import type { PayloadKey, StoredPayload } from './oidc-payload.repository.js';

/** Models of oidc-provider of which anybody can make records. */
export type PendingModel = 'Interaction' | 'PushedAuthorizationRequest';

/** How a record waits. */
export interface Pending {
  /** Seconds. */
  lifetime: number;
  /** Whether somebody has done something with it, or has shown who they are: then it is not removed to make room for others. */
  touched: boolean;
  /** How many of the model may wait in the domain. */
  limit: number;
}

const REPLACE = `
  UPDATE oidc_payload SET payload = $4::json, grant_id = $5, expires_at = now() + make_interval(secs => $6), untouched_since = NULL
  WHERE domain_id = $1 AND model = $2 AND hash = $3`;
const TOUCH = `
  UPDATE oidc_payload SET expires_at = untouched_since + make_interval(secs => $4), untouched_since = NULL
  WHERE domain_id = $1 AND model = $2 AND hash = $3 AND untouched_since IS NOT NULL AND expires_at > now()`;

/** Records of oidc-provider that wait for somebody: as many as a domain may have. */
@Injectable()
export class PendingPayloadRepository {
  private readonly slots: Readonly<Record<PendingModel, Slots>>;

  constructor(private readonly database: Database) {
    const slotsOf = (model: PendingModel): Slots =>
      new Slots(database, {
        table: 'oidc_payload',
        among: `model = '${model}'`,
        evictable: 'untouched_since IS NOT NULL',
        order: 'untouched_since',
        columns: 'model, hash, payload, grant_id, expires_at, untouched_since',
        values: `'${model}', $3::bytea, $4::json, $5::text, now() + make_interval(secs => $6), CASE WHEN NOT $7::boolean THEN now() END`,
      });
    this.slots = { Interaction: slotsOf('Interaction'), PushedAuthorizationRequest: slotsOf('PushedAuthorizationRequest') };
  }

  /** Stores a new record. At the domain's limit the oldest that nobody has touched goes. @returns false if somebody has touched all of them */
  create(key: PayloadKey & { model: PendingModel }, payload: StoredPayload, { lifetime, touched, limit }: Pending): Promise<boolean> {
    const { domainId, model, hash } = key;
    return this.slots[model].insert({ domainId, limit }, [hash, JSON.stringify(payload), payload['grantId'] ?? null, lifetime, touched]);
  }

  /** Stores a record again: somebody has touched it. @param lifetime seconds, from now @returns false if there is none */
  async replace({ domainId, model, hash }: PayloadKey, payload: StoredPayload, lifetime: number): Promise<boolean> {
    const values = [domainId, model, hash, JSON.stringify(payload), payload['grantId'] ?? null, lifetime];
    const [, count]: [unknown, number] = await this.database.manager.query(REPLACE, values);
    return count === 1;
  }

  /** Takes note that somebody has done something with a record. @param lifetime seconds that it lasts then, from its beginning */
  async touch({ domainId, model, hash }: PayloadKey, lifetime: number): Promise<void> {
    await this.database.manager.query(TOUCH, [domainId, model, hash, lifetime]);
  }
}
