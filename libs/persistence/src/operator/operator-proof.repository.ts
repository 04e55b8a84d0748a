import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { OperatorProof } from './operator-proof.entity.js';

/** The use of a DPoP proof. @property lifetime seconds for which the proof could still be accepted */
export type ProofUse = Pick<OperatorProof, 'subscriptionId' | 'hash'> & { lifetime: number };

const RECORD = {
  name: 'record-operator-proof',
  text: `INSERT INTO operator_proof (subscription_id, hash, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3::float8))
         ON CONFLICT (subscription_id, hash) DO NOTHING RETURNING true AS "isFirst"`,
};

const DELETE_EXPIRED = `
  DELETE FROM operator_proof WHERE ctid = ANY (ARRAY (SELECT ctid FROM operator_proof WHERE expires_at < now() LIMIT $1)) AND expires_at < now()`;

/** The DPoP proofs of operators, each of which works once on all replicas. */
@Injectable()
export class OperatorProofRepository {
  constructor(private readonly database: Database) {}

  /** Records a use. @returns whether it is the first; only one of concurrent uses is */
  async record({ subscriptionId, hash, lifetime }: ProofUse): Promise<boolean> {
    const rows = await this.database.queryPrepared<{ isFirst: true }>(RECORD, [subscriptionId, hash, lifetime]);
    return rows.length === 1;
  }

  /** Removes a batch of expired uses of all subscriptions. @returns their number */
  async deleteExpired(limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.database.manager.query(DELETE_EXPIRED, [limit]);
    return count;
  }
}
