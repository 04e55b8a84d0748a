import { Global, Inject, Module, type DynamicModule, type OnModuleDestroy } from '@nestjs/common';
import { DocumentCache } from './document-cache.js';
import { OutgoingClient } from './outgoing-client.js';
import { testGuard } from './self-test.js';

/** Requests that lead outside. In production the process does not start unless they are guarded. */
@Global()
@Module({})
export class OutgoingModule implements OnModuleDestroy {
  constructor(@Inject(OutgoingClient) private readonly client: OutgoingClient) {}

  static forRoot({ production }: { production: boolean }): DynamicModule {
    return {
      module: OutgoingModule,
      providers: [
        { provide: OutgoingClient, useFactory: () => guardedClient(production) },
        { provide: DocumentCache, useFactory: (client: OutgoingClient) => new DocumentCache(client), inject: [OutgoingClient] },
      ],
      exports: [OutgoingClient, DocumentCache],
    };
  }

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }
}

async function guardedClient(production: boolean): Promise<OutgoingClient> {
  const client = new OutgoingClient({ production });
  if (production) await testGuard(client);
  return client;
}
