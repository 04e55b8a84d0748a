import { Global, Inject, Module, type DynamicModule, type OnModuleDestroy } from '@nestjs/common';
import { DocumentCache } from './document-cache.js';
import { SafeFetchClient } from './safe-fetch.client.js';
import { testGuard } from './self-test.js';

/** Outgoing requests. In production the process does not start unless they are guarded. */
@Global()
@Module({})
export class OutgoingModule implements OnModuleDestroy {
  constructor(@Inject(SafeFetchClient) private readonly client: SafeFetchClient) {}

  static forRoot({ production }: { production: boolean }): DynamicModule {
    return {
      module: OutgoingModule,
      providers: [
        { provide: SafeFetchClient, useFactory: () => guardedClient(production) },
        { provide: DocumentCache, useFactory: (client: SafeFetchClient) => new DocumentCache(client), inject: [SafeFetchClient] },
      ],
      exports: [SafeFetchClient, DocumentCache],
    };
  }

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }
}

async function guardedClient(production: boolean): Promise<SafeFetchClient> {
  const client = new SafeFetchClient({ production });
  if (production) await testGuard(client);
  return client;
}
