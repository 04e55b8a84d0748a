import { Module } from '@nestjs/common';
import { SigningKeyModule } from './signing-key.module.js';
import { SigningKeySweeper } from './signing-key.sweeper.js';

/** Rotates and unpublishes signing keys in the background. */
@Module({ imports: [SigningKeyModule], providers: [SigningKeySweeper] })
export class SigningKeyWorkerModule {}
