import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MasterKeyProofPersistenceModule } from './master-key-proof/master-key-proof-persistence.module.js';
import { MasterKeyProofRepository } from './master-key-proof/master-key-proof.repository.js';
import { PERSONAL_DATA, type PersonalDataEncryption } from './personal-data.js';
import { connect } from './connection/connect.js';
import { createDataSourceOptions, type DatabaseOptions } from './connection/data-source.js';
import { Database } from './connection/database.js';
import { retryOutages } from './connection/retry-outages.js';

export interface DatabaseModuleOptions extends DatabaseOptions {
  /** Called with the reason each time the starting process cannot reach the database. */
  onWait: (error: unknown) => void;
  /** The `traceparent` of the current work; absent without traces. */
  getTraceparent?: () => string | null;
  /** Encrypts personal data in log entries. */
  personalData: PersonalDataEncryption;
  /** Decides whether this process may use the database, before anything else uses it. Throws if not. */
  proveMasterKey?: (proofs: MasterKeyProofRepository) => Promise<void>;
}

/** The global connection to PostgreSQL. Each resource has a module, which features import for its repositories. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot({ onWait, getTraceparent, personalData, proveMasterKey, ...options }: DatabaseModuleOptions): DynamicModule {
    const openDatabase = async (source: DataSource): Promise<Database> => {
      const database = new Database(source, getTraceparent);
      if (proveMasterKey) await retryOutages(() => proveMasterKey(new MasterKeyProofRepository(database)), onWait);
      return database;
    };
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          // `connect` waits and retries, so the module must not.
          useFactory: () => ({ ...createDataSourceOptions(options), autoLoadEntities: true, toRetry: () => false }),
          dataSourceFactory: (withEntities) => connect(new DataSource(withEntities!), onWait),
        }),
        MasterKeyProofPersistenceModule,
      ],
      providers: [
        { provide: Database, useFactory: openDatabase, inject: [DataSource] },
        { provide: PERSONAL_DATA, useValue: personalData },
      ],
      exports: [Database, PERSONAL_DATA],
    };
  }
}
