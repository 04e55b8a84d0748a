import { Injectable } from '@nestjs/common';
import { hashSecret, newApiKey } from '@latchkey/crypto';
import { isUuid } from '@latchkey/oauth';
import {
  ApiKeyRepository,
  Database,
  type ApiKeyConfiguration,
  type ApiKeyScope,
  type LiveApiKey,
  type Precondition,
  type StoredApiKey,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { isDeepStrictEqual } from 'node:util';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import type { Caller } from '../caller/caller.js';
import { CurrentRightsService } from '../caller/current-rights.service.js';
import { requireGrantable } from '../caller/grant-limits.js';
import { isInNetworks } from '../caller/network.js';
import { ALL, type GrantedPermission } from '../caller/permission.js';

/** A new key, which is shown only once. */
export interface IssuedApiKey {
  id: string;
  name: string;
  apiKey: string;
}

/** @property expiresInDays null if the key does not expire */
export interface KeyOptions {
  name: string;
  permissions?: readonly GrantedPermission[];
  expiresInDays?: number | null;
}

/** A caller, and the id in the path of its request. */
export interface ApiKeyPath {
  caller: Caller;
  id: string;
}

/** Expired ones count: they are listed until they are deleted. */
export const MAX_API_KEYS = 100;

const DAY_MS = 86_400_000;
const PROPERTIES = ['name', 'permissions', 'domains', 'networks', 'expiresAt'] as const;

/** The API keys of a subscription. Every replica applies a change from the next request, because each request reads its key. */
@Injectable()
export class ApiKeyService {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeyRepository,
    private readonly log: AuditLogService,
    private readonly rights: CurrentRightsService,
  ) {}

  /** @returns the key's record, or null if it is unknown, expired or revoked */
  authenticate(apiKey: string): Promise<LiveApiKey | null> {
    return this.keys.findLive(hashSecret(apiKey));
  }

  /** @throws Problem permission-denied if the key may not be used from this client address */
  requireNetwork({ name, networks }: LiveApiKey, address: string | undefined): void {
    // control: a key limited to networks is refused elsewhere
    if (networks === null || (address !== undefined && isInNetworks(address, networks))) return;
    throw new Problem('permission-denied', `${name} may not be used from ${address ?? 'an unknown address'}. Nothing was changed.`);
  }

  list(caller: Caller): Promise<StoredApiKey[]> {
    return this.keys.list(caller);
  }

  /** @throws Problem api-key-not-found */
  get({ caller, id }: ApiKeyPath): Promise<StoredApiKey> {
    return this.find(caller, id);
  }

  /** Creates a key. @throws Problem permission-denied if it would have more than the caller, api-key-conflict */
  create(caller: Caller, configuration: ApiKeyConfiguration): Promise<StoredApiKey & { apiKey: string }> {
    return this.changeAs(caller, (current) => {
      requireGrantable(current, configuration);
      return this.store(caller.subscriptionId, configuration);
    });
  }

  /**
   * Replaces what a key may do, where and how long. Its secret stays.
   *
   * @throws Problem api-key-not-found, precondition-failed, permission-denied if it would have more than the caller
   */
  replace({ caller, id }: ApiKeyPath, configuration: ApiKeyConfiguration, precondition: Precondition<StoredApiKey>): Promise<void> {
    return this.changeAs(caller, async (current) => {
      const stored = await this.find(current, id);
      await precondition(stored);
      requireGrantable(current, configuration);
      const changed = PROPERTIES.filter((name) => !isDeepStrictEqual(stored[name], configuration[name]));
      if (changed.length === 0) return;
      await this.keys.replace(stored.id, configuration);
      const data = { apiKey: stored.id, name: configuration.name, changed };
      await this.log.recordInDomains(selectDomains(stored, configuration), { type: 'api_key.updated', data });
    });
  }

  /** Deletes a key, also the caller's own. @throws Problem api-key-not-found, precondition-failed */
  delete({ caller, id }: ApiKeyPath, precondition: Precondition<StoredApiKey>): Promise<void> {
    return this.changeAs(caller, async (current) => {
      const stored = await this.find(current, id);
      await precondition(stored);
      await this.end(stored);
    });
  }

  /** Creates a key for the operator of the service, whom nothing limits. @throws Problem api-key-conflict */
  issue(subscriptionId: string, { name, permissions = [ALL], expiresInDays = null }: KeyOptions): Promise<IssuedApiKey> {
    const expiresAt = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS);
    return this.database.transaction(async () => {
      await this.keys.lockAll(subscriptionId);
      const configuration = { name, permissions: [...permissions], domains: null, networks: null, expiresAt };
      const { id, apiKey } = await this.store(subscriptionId, configuration);
      return { id, name, apiKey };
    });
  }

  /** Every key of a subscription, for the operator of the service; revoked ones too. */
  listAll(subscriptionId: string): Promise<StoredApiKey[]> {
    return this.keys.listAll(subscriptionId);
  }

  /** Deletes a key for the operator of the service. @returns false if there is no such key, or it was already revoked */
  revoke(id: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const subscriptionId = await this.keys.findSubscriptionId(id);
      if (subscriptionId === null) return false;
      await this.keys.lockAll(subscriptionId);
      const stored = await this.keys.find({ subscriptionId, domains: null }, id);
      if (stored) await this.end(stored);
      return stored !== null;
    });
  }

  /** Runs work on the keys of a subscription, one change at a time, with what the caller may do now. @throws Problem unauthenticated */
  private changeAs<T>(caller: Caller, work: (current: Caller) => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      // control: the API keys of a subscription change one after the other
      await this.keys.lockAll(caller.subscriptionId);
      return work(await this.rights.read(caller));
    });
  }

  /** @throws Problem api-key-not-found */
  private async find(scope: ApiKeyScope, id: string): Promise<StoredApiKey> {
    const key = isUuid(id) ? await this.keys.find(scope, id) : null;
    if (!key) throw new Problem('api-key-not-found', 'Your subscription has no API key with this id.');
    return key;
  }

  /** The caller has locked the keys of the subscription. @throws Problem api-key-conflict */
  private async store(subscriptionId: string, configuration: ApiKeyConfiguration): Promise<StoredApiKey & { apiKey: string }> {
    if ((await this.keys.count(subscriptionId)) >= MAX_API_KEYS) {
      throw new Problem('api-key-conflict', `The subscription has the maximum of ${MAX_API_KEYS} API keys. Delete one first.`);
    }
    const apiKey = newApiKey();
    const created = await this.keys.create({ ...configuration, subscriptionId, hash: hashSecret(apiKey) });
    const data = { apiKey: created.id, name: created.name, changed: PROPERTIES.filter((name) => created[name] !== null) };
    await this.log.recordInDomains(selectDomains(created), { type: 'api_key.created', data });
    return { ...created, apiKey };
  }

  private async end(key: StoredApiKey): Promise<void> {
    await this.keys.revoke(key.id);
    await this.log.recordInDomains(selectDomains(key), { type: 'api_key.deleted', data: { apiKey: key.id, name: key.name } });
  }
}

/** The domains that a key may be used for, before or after a change. */
function selectDomains(key: StoredApiKey, changed: Pick<ApiKeyConfiguration, 'domains'> = key) {
  const names = key.domains && changed.domains && [...key.domains, ...changed.domains];
  return { subscriptionId: key.subscriptionId, names };
}
