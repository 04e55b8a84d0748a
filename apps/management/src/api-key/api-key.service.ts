import { Injectable } from '@nestjs/common';
import { hashSecret, newApiKey } from '@latchkey/crypto';
import { ApiKeyRepository, type ApiKey, type LiveApiKey } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import ipaddr from 'ipaddr.js';
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

@Injectable()
export class ApiKeyService {
  constructor(private readonly keys: ApiKeyRepository) {}

  async issue(subscriptionId: string, { name, permissions = [ALL], expiresInDays = null }: KeyOptions): Promise<IssuedApiKey> {
    const apiKey = newApiKey();
    const id = await this.keys.create({ subscriptionId, name, permissions, expiresInDays, hash: hashSecret(apiKey) });
    return { id, name, apiKey };
  }

  /** @returns the key's record, or null if it is unknown or revoked */
  authenticate(apiKey: string): Promise<LiveApiKey | null> {
    return this.keys.findLive(hashSecret(apiKey));
  }

  /** @throws Problem permission-denied if the key may not be used from this client address */
  requireNetwork({ name, networks }: LiveApiKey, address: string | undefined): void {
    // control: a key limited to networks is refused elsewhere
    if (networks === null || (address !== undefined && isInNetworks(address, networks))) return;
    throw new Problem('permission-denied', `${name} may not be used from ${address ?? 'an unknown address'}. Nothing was changed.`);
  }

  list(subscriptionId: string): Promise<ApiKey[]> {
    return this.keys.list(subscriptionId);
  }

  /** Revokes a key; every replica rejects it from now on. @returns false if there is no such key, or it was already revoked */
  revoke(id: string): Promise<boolean> {
    return this.keys.revoke(id);
  }
}

/** @param networks CIDR blocks */
function isInNetworks(text: string, networks: readonly string[]): boolean {
  const address = ipaddr.process(text);
  return networks.some((network) => {
    const [base, prefix] = ipaddr.parseCIDR(network);
    return base.kind() === address.kind() && address.match(base, prefix);
  });
}
