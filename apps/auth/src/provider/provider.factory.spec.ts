import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AuthSettings } from '@latchkey/config';
import type { RequestVerifiers } from './overrides/request-verifiers.js';
import { CachedDomain } from '../domain/cached-domain.js';
import { createDomainKey, createServedDomain } from '../domain/served-domain.fixture.js';
import type { DomainKey } from '../domain/signing-key.store.js';
import type { StorageAdapterFactory } from './adapters/storage-adapter.factory.js';
import type { ProviderEventsService } from './provider-events.service.js';
import type { FurtherGrantTypes } from './exchange/further-grant-types.js';
import { ProviderFactory } from './provider.factory.js';
import type { AccountService } from './accounts/account.service.js';

const MASTER_KEY: [Buffer] = [Buffer.alloc(32, 1)];
const adapters = { create: () => () => ({}) } as unknown as StorageAdapterFactory;
const events = { observe: () => undefined } as unknown as ProviderEventsService;
/** Only registered. */
const grantTypes = { register: () => undefined } as unknown as FurtherGrantTypes;
const settings = { MASTER_KEY } as unknown as AuthSettings;
let signingKey: DomainKey;

beforeAll(async () => {
  signingKey = await createDomainKey('ES256');
});

function cookieKeysOf(id: string): unknown {
  const domain = new CachedDomain(createServedDomain(id), `https://${id}.example.com`, [signingKey]);
  const factory = new ProviderFactory(settings, events, adapters, {} as AccountService, { grantTypes } as RequestVerifiers);
  const { keys } = factory.create(domain, Date.now()) as unknown as { keys: unknown };
  return keys;
}

describe('cookie signing keys', () => {
  it('depend on the domain: equal on each replica, and different for another domain', () => {
    const keys = cookieKeysOf('acme');

    expect(keys).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect(cookieKeysOf('acme')).toEqual(keys);
    expect(cookieKeysOf('other')).not.toEqual(keys);
  });
});
