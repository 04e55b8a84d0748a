import type { Database } from './connection/database.js';
import { QuotaExceededError, type CountedObject } from './quota-exceeded.error.js';

/** Who gets more, the subscription or a domain of it, and how many: one by default. */
export type QuotaOwner = ({ subscriptionId: string } | { domainId: string }) & { wanted?: number };

/**
 * Finds the limit $2 of a subscription. Locks the row only if there is a limit, because the lock lets the creations of the whole
 * subscription wait for each other.
 */
// control: creations within a quota wait for each other
const lockLimit = (subscription: string): string => `
  SELECT id, (quota->>$2)::integer AS "limit" FROM subscription
  WHERE id = ${subscription} AND quota->>$2 IS NOT NULL FOR NO KEY UPDATE`;

const LOCK_LIMIT = lockLimit('$1');
const LOCK_LIMIT_OF_DOMAIN = lockLimit('(SELECT subscription_id FROM domain WHERE id = $1)');

const DOMAINS = `SELECT id FROM domain WHERE subscription_id = $1 AND status <> 'deleting'`;

const countRows = (rows: string): string => `SELECT count(*)::integer AS existing FROM (${rows} LIMIT $2) AS counted`;

/** $1: the subscription, $2: the number to stop at. */
const COUNT: Readonly<Record<CountedObject, string>> = {
  domains: countRows(DOMAINS),
  clients: countRows(`SELECT FROM client WHERE domain_id IN (${DOMAINS})`),
  users: `SELECT least(coalesce(sum(users), 0), $2)::integer AS existing FROM user_count WHERE domain_id IN (${DOMAINS})`,
};

/**
 * Requires room for more in the quota of a subscription, within the transaction that creates it. With a quota, the next creation waits
 * for the end of this transaction. This lock comes after those of the domain, because a change finds out there whether it creates anything.
 * No transaction that holds it waits for another that needs it, so creations never wait for each other in a circle.
 *
 * @throws QuotaExceededError
 */
export async function requireQuota(database: Database, object: CountedObject, owner: QuotaOwner): Promise<void> {
  const usage = await lockUsage(database, object, owner);
  // control: a subscription has no more than its quota
  if (usage && usage.existing + (owner.wanted ?? 1) > usage.limit) throw new QuotaExceededError({ object, ...usage });
}

/** How many more there is room for, with the lock of requireQuota. Infinity without a quota. */
export async function findQuotaRoom(database: Database, object: CountedObject, owner: QuotaOwner): Promise<number> {
  const usage = await lockUsage(database, object, owner);
  return usage ? Math.max(0, usage.limit - usage.existing) : Infinity;
}

/** @returns null without a quota */
async function lockUsage(
  database: Database,
  object: CountedObject,
  owner: QuotaOwner,
): Promise<{ limit: number; existing: number } | null> {
  const [text, id] = 'domainId' in owner ? [LOCK_LIMIT_OF_DOMAIN, owner.domainId] : [LOCK_LIMIT, owner.subscriptionId];
  const [locked]: { id: string; limit: number }[] = await database.manager.query(text, [id, object]);
  if (!locked) return null;
  const { limit } = locked;
  const [{ existing }]: [{ existing: number }] = await database.manager.query(COUNT[object], [locked.id, limit + 1]);
  return { limit, existing };
}
