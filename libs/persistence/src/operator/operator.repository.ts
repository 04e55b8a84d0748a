import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../connection/database.js';
import { getViolatedConstraint } from '../connection/database-error.js';
import { Operator } from './operator.entity.js';

export type OperatorKey = Pick<Operator, 'subscriptionId' | 'operatorId'>;

/** What callers configure: everything except its identity and its history. */
export type OperatorConfiguration = Omit<Operator, keyof OperatorKey | 'createdAt' | 'updatedAt' | 'lastUsedAt'>;

/** What a request of an operator may do. */
export type SignedInOperator = Pick<Operator, 'subscriptionId' | 'operatorId' | 'name' | 'permissions' | 'domains'>;

const FIND_BY_TOKEN = {
  name: 'find-operator-by-token',
  text: `SELECT subscription_id AS "subscriptionId", operator_id AS "operatorId", name, permissions, domains FROM operator
         WHERE issuer = $1 AND subject = $2`,
};

/** An operator whose domains all lie among $2. Null: all operators. */
const VISIBLE = 'subscription_id = $1 AND ($2::text[] IS NULL OR domains <@ $2)';

@Injectable()
export class OperatorRepository {
  constructor(private readonly database: Database) {}

  /** Finds an operator. It runs on every request with a token, so that every replica applies a change immediately. */
  async findByToken({ issuer, subject }: Pick<Operator, 'issuer' | 'subject'>): Promise<SignedInOperator | null> {
    const [operator] = await this.database.queryPrepared<SignedInOperator>(FIND_BY_TOKEN, [issuer, subject]);
    return operator ?? null;
  }

  /** Makes other changes of operators of the subscription wait until the transaction ends. */
  async lock(subscriptionId: string): Promise<void> {
    await this.database.manager.query('SELECT FROM subscription WHERE id = $1 FOR NO KEY UPDATE', [subscriptionId]);
  }

  find({ subscriptionId, operatorId }: OperatorKey): Promise<Operator | null> {
    return this.rows.findOneBy({ subscriptionId, operatorId });
  }

  /** The ids of operators, oldest first. @param domains only operators limited to some of these; null for all */
  async listIds(subscriptionId: string, domains: readonly string[] | null): Promise<string[]> {
    const rows: { operatorId: string }[] = await this.database.manager.query(
      `SELECT operator_id AS "operatorId" FROM operator WHERE ${VISIBLE} ORDER BY created_at, operator_id`,
      [subscriptionId, domains],
    );
    return rows.map(({ operatorId }) => operatorId);
  }

  /** @returns the existing operators, in the order of the ids */
  async findAll(subscriptionId: string, operatorIds: readonly string[]): Promise<Operator[]> {
    const operators = await this.rows.findBy({ subscriptionId, operatorId: In(operatorIds) });
    const byId = new Map(operators.map((operator) => [operator.operatorId, operator]));
    return operatorIds.flatMap((id) => byId.get(id) ?? []);
  }

  count(subscriptionId: string): Promise<number> {
    return this.rows.countBy({ subscriptionId });
  }

  /**
   * Creates or replaces an operator.
   *
   * @returns false if another operator of the installation has the issuer and subject; the transaction can then only be rolled back
   */
  async put(key: OperatorKey, configuration: OperatorConfiguration): Promise<boolean> {
    try {
      await this.rows.upsert({ ...key, ...configuration, updatedAt: () => 'clock_timestamp()' }, ['subscriptionId', 'operatorId']);
      return true;
    } catch (error) {
      if (getViolatedConstraint(error) === 'operator_identity') return false;
      throw error;
    }
  }

  async delete({ subscriptionId, operatorId }: OperatorKey): Promise<void> {
    await this.rows.delete({ subscriptionId, operatorId });
  }

  /** Records when operators were last used. */
  async recordUse(uses: readonly (OperatorKey & { at: Date })[]): Promise<void> {
    await this.database.manager.query(
      `UPDATE operator SET last_used_at = used.at FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS used (subscription_id, operator_id, at)
       WHERE operator.subscription_id = used.subscription_id AND operator.operator_id = used.operator_id
         AND (last_used_at IS NULL OR last_used_at < used.at)`,
      [uses.map(({ subscriptionId }) => subscriptionId), uses.map(({ operatorId }) => operatorId), uses.map(({ at }) => at)],
    );
  }

  private get rows() {
    return this.database.manager.getRepository(Operator);
  }
}
