import { Module } from '@nestjs/common';
import { DomainPersistenceModule } from '@latchkey/persistence';
import { SigningKeyModule } from './signing-key.module.js';
import { SigningKeySweeper } from './signing-key.sweeper.js';

/** Rotates and unpublishes signing keys in the background. */
@Module({ imports: [DomainPersistenceModule, SigningKeyModule], providers: [SigningKeySweeper] })
export class SigningKeyWorkerModule {}
