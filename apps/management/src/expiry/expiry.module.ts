import { Module } from '@nestjs/common';
import {
  ClientPersistenceModule,
  IdempotencyPersistenceModule,
  MagicLinkPersistenceModule,
  OidcPayloadPersistenceModule,
  OperatorPersistenceModule,
  RateLimitPersistenceModule,
  RecoveryCodePersistenceModule,
  FormSubmissionPersistenceModule,
  UsedJtiPersistenceModule,
} from '@latchkey/persistence';
import { ExpirySweeper } from './expiry.sweeper.js';
import { RateLimitSweeper } from './rate-limit.sweeper.js';
import { SecretSweeper } from './secret.sweeper.js';

/** Deletes expired rows in the background. */
@Module({
  imports: [
    ClientPersistenceModule,
    IdempotencyPersistenceModule,
    MagicLinkPersistenceModule,
    OidcPayloadPersistenceModule,
    OperatorPersistenceModule,
    RateLimitPersistenceModule,
    RecoveryCodePersistenceModule,
    FormSubmissionPersistenceModule,
    UsedJtiPersistenceModule,
  ],
  providers: [ExpirySweeper, RateLimitSweeper, SecretSweeper],
})
export class ExpiryModule {}
