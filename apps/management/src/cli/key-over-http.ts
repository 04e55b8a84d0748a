import { OperatorError } from '@latchkey/server';
import { receive, type Api } from './api.js';

const DAY_MS = 86_400_000;

/** A key to create. */
export interface NewKey {
  name: string;
  permissions: string[];
  expiresInDays?: number;
}

/** Creates a key in the subscription of the caller's key. @param subscription the name that it must have, if one is given */
export async function createOverHttp(api: Api, subscription: string | undefined, { expiresInDays, ...key }: NewKey): Promise<object> {
  await requireSubscription(api, subscription);
  const expiresAt = expiresInDays === undefined ? null : new Date(Date.now() + expiresInDays * DAY_MS).toISOString();
  const { data } = await receive(api, api.client.POST('/v1/api-key', { body: { ...key, expiresAt } as never }));
  const { id, name, apiKey } = data;
  return { id, name, apiKey };
}

/** Lists the keys of the subscription of the caller's key. @param subscription the name that it must have, if one is given */
export async function listOverHttp(api: Api, subscription: string | undefined): Promise<object[]> {
  await requireSubscription(api, subscription);
  const { data } = await receive(api, api.client.GET('/v1/api-key'));
  return data.map(({ id, name, permissions, domains, networks, expiresAt, createdAt, lastUsedAt }) => {
    return { id, name, permissions, domains, networks, expiresAt, createdAt, lastUsedAt };
  });
}

export async function revokeOverHttp(api: Api, id: string): Promise<object> {
  await receive(api, api.client.DELETE('/v1/api-key/{apiKeyId}', { params: { path: { apiKeyId: id } } }));
  return { id, revoked: true };
}

/** @throws OperatorError if the caller's key belongs to another subscription than was meant */
async function requireSubscription(api: Api, name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const { data } = await receive(api, api.client.GET('/v1/subscription'));
  const own = data.map((subscription) => subscription.name);
  if (own.includes(name)) return;
  throw new OperatorError(
    `the key is one of the subscription ${own.join(', ')}, not of ${name}: send a key of ${name}, or leave the name out`,
  );
}
