import type { Adapter, AdapterConstructor, AdapterPayload } from 'oidc-provider';

/** @param stored everything that one upstream has issued while running, by model and id */
export function memoryAdapter(stored: Map<string, AdapterPayload>): AdapterConstructor {
  return class implements Adapter {
    constructor(private readonly model: string) {}

    async upsert(id: string, payload: AdapterPayload): Promise<void> {
      stored.set(`${this.model}:${id}`, payload);
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      return stored.get(`${this.model}:${id}`);
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return [...stored].find(([key, payload]) => key.startsWith(`${this.model}:`) && payload['uid'] === uid)?.[1];
    }

    async findByUserCode(): Promise<undefined> {
      return undefined;
    }

    async consume(id: string): Promise<void> {
      const payload = stored.get(`${this.model}:${id}`);
      if (payload) payload['consumed'] = Math.floor(Date.now() / 1_000);
    }

    async destroy(id: string): Promise<void> {
      stored.delete(`${this.model}:${id}`);
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, payload] of stored) if (payload['grantId'] === grantId) stored.delete(key);
    }
  };
}
