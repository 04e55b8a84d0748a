import { afterAll, beforeAll } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { useReplicaFixture, type ReplicaFixture } from '../../../../test/support/management-fixture.js';
import type { Caller } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';

/** An API key in a response of POST. */
export interface CreatedKey {
  id: string;
  apiKey: string;
}

/** The document of a key that does everything in its subscription. */
export const EVERYTHING = { name: 'ci', permissions: ['*'], domains: null, networks: null, expiresAt: null };

export class ApiKeyFixture {
  /** The rows of the database of both replicas. */
  rows!: Rows;

  constructor(private readonly replicas: ReplicaFixture) {}

  /** A key of a new subscription that does everything. */
  get owner(): Caller {
    return this.replicas.callers[0]!;
  }

  get databaseUrl(): string {
    return this.replicas.database.url;
  }

  /** The key of BOOTSTRAP_API_KEY, of the subscription `bootstrap`. */
  get bootstrap(): Caller {
    const [replica] = this.replicas.replicas;
    return replica!.as(replica!.apiKey);
  }

  /** Both replicas with one key. */
  everywhere(apiKey: string): Caller[] {
    return this.replicas.replicas.map((replica) => replica.as(apiKey));
  }

  /** Creates a key with these members in place of those of EVERYTHING. @returns it and a caller with it */
  async create(members: object = {}, creator: Caller = this.owner): Promise<CreatedKey & { caller: Caller }> {
    const { status, json, text } = await creator.post('/v1/api-key', { ...EVERYTHING, ...members });
    if (status !== 201) throw new Error(`POST /v1/api-key answered ${status}: ${text}`);
    const key = json as CreatedKey;
    return { ...key, caller: this.replicas.replicas[0]!.as(key.apiKey) };
  }

  /** All keys of the subscription, without when they were last used. */
  async listConfigurations(): Promise<object[]> {
    const keys = (await this.owner.get('/v1/api-key')).json as { lastUsedAt: string | null }[];
    return keys.map(({ lastUsedAt: _lastUsedAt, ...configuration }) => configuration);
  }

  /** The names of the keys that a caller sees. */
  async listNames(caller: Caller = this.owner): Promise<string[]> {
    return ((await caller.get('/v1/api-key')).json as { name: string }[]).map(({ name }) => name);
  }

  /** The entries about API keys in the log of a domain, oldest first. */
  async listEvents(domain: string): Promise<{ type: string; actor: { name: string }; data: object }[]> {
    const { json } = await this.owner.get(`/v1/domain/${domain}/log?type=api_key.*`);
    return (json as { type: string; actor: { name: string }; data: object }[]).toReversed();
  }
}

/** Two replicas, and a new subscription for each test. */
export function useApiKeyFixture(): ApiKeyFixture {
  const replicas = useReplicaFixture();
  const fixture = new ApiKeyFixture(replicas);
  beforeAll(() => {
    fixture.rows = new Rows(replicas.database.url);
  });
  afterAll(() => fixture.rows.end());
  return fixture;
}

/** The pointers of the errors in a response. */
export function getPointers({ json }: Answer): string[] {
  return (json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
}
