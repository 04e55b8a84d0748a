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
  SignUpPersistenceModule,
  UsedJtiPersistenceModule,
} from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { ExpirySweeper } from './expiry.sweeper.js';
import { RateLimitSweeper } from './rate-limit.sweeper.js';
import { RegisteredClientSweeper } from './registered-client.sweeper.js';
import { SecretSweeper } from './secret.sweeper.js';
import { SignUpSweeper } from './sign-up.sweeper.js';

/** Deletes expired rows in the background. */
@Module({
  imports: [
    AuditLogModule,
    ClientPersistenceModule,
    IdempotencyPersistenceModule,
    MagicLinkPersistenceModule,
    OidcPayloadPersistenceModule,
    OperatorPersistenceModule,
    RateLimitPersistenceModule,
    RecoveryCodePersistenceModule,
    FormSubmissionPersistenceModule,
    SignUpPersistenceModule,
    UsedJtiPersistenceModule,
  ],
  providers: [ExpirySweeper, RateLimitSweeper, RegisteredClientSweeper, SecretSweeper, SignUpSweeper],
})
export class ExpiryModule {}
