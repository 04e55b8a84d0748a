import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Closes the connections once everything that uses them has ended. */
@Injectable()
export class DatabaseShutdownService implements OnApplicationShutdown {
  constructor(private readonly source: DataSource) {}

  async onApplicationShutdown(): Promise<void> {
    await this.source.destroy();
  }
}
