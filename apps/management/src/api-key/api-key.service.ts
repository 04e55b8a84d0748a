import { Injectable } from '@nestjs/common';
import { hashSecret, newApiKey } from '@latchkey/crypto';
import { ApiKeyRepository, type ApiKey, type ApiKeyRole, type LiveApiKey } from '@latchkey/persistence';

/** A new key, which is shown only once. */
export interface IssuedApiKey {
  id: string;
  name: string;
  apiKey: string;
}

/** @property expiresInDays null if the key does not expire */
export interface KeyOptions {
  name: string;
  role?: ApiKeyRole;
  expiresInDays?: number | null;
}

@Injectable()
export class ApiKeyService {
  constructor(private readonly keys: ApiKeyRepository) {}

  async issue(subscriptionId: string, { name, role = 'admin', expiresInDays = null }: KeyOptions): Promise<IssuedApiKey> {
    const apiKey = newApiKey();
    const id = await this.keys.create({ subscriptionId, name, role, expiresInDays, hash: hashSecret(apiKey) });
    return { id, name, apiKey };
  }

  /** @returns the key's record, or null if it is unknown or revoked */
  authenticate(apiKey: string): Promise<LiveApiKey | null> {
    return this.keys.findLive(hashSecret(apiKey));
  }

  list(subscriptionId: string): Promise<ApiKey[]> {
    return this.keys.list(subscriptionId);
  }

  /** Revokes a key; every replica rejects it from now on. @returns false if there is no such key, or it was already revoked */
  revoke(id: string): Promise<boolean> {
    return this.keys.revoke(id);
  }
}
