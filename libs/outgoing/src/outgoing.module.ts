import { Global, Inject, Module, type DynamicModule, type OnModuleDestroy } from '@nestjs/common';
import type { OutgoingPolicy } from '@latchkey/config';
import { DocumentCache } from './document-cache.js';
import { SafeFetchClient } from './safe-fetch.client.js';
import { testGuard } from './self-test.js';

/** Outgoing requests. In production the process starts only if they are guarded. */
@Global()
@Module({})
export class OutgoingModule implements OnModuleDestroy {
  constructor(@Inject(SafeFetchClient) private readonly client: SafeFetchClient) {}

  static forRoot(policy: OutgoingPolicy): DynamicModule {
    return {
      module: OutgoingModule,
      providers: [
        { provide: SafeFetchClient, useFactory: () => createGuardedClient(policy) },
        { provide: DocumentCache, useFactory: (client: SafeFetchClient) => new DocumentCache(client), inject: [SafeFetchClient] },
      ],
      exports: [SafeFetchClient, DocumentCache],
    };
  }

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }
}

async function createGuardedClient(policy: OutgoingPolicy): Promise<SafeFetchClient> {
  if (policy.production) await testGuard((ownPort) => new SafeFetchClient({ ...policy, ownPorts: [...(policy.ownPorts ?? []), ownPort] }));
  return new SafeFetchClient(policy);
}
