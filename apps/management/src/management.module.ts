import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { JobsModule } from '@latchkey/jobs';
import { ObservabilityModule, type Logger, type Metrics } from '@latchkey/observability';
import { OutgoingModule } from '@latchkey/outgoing';
import { PersistenceModule } from '@latchkey/persistence';
import { ApiKeyModule } from './api-key/api-key.module.js';
import { BootstrapKey } from './api-key/bootstrap-key.js';
import { BackchannelLogoutModule } from './backchannel-logout/backchannel-logout.module.js';
import { LogoutNoticeService } from './backchannel-logout/logout-notice.service.js';
import { LogoutNoticeSender } from './backchannel-logout/logout-notice-sender.js';
import { LogoutNoticeProcessor } from './backchannel-logout/logout-notice.processor.js';
import { LogoutNoticeSweeper } from './backchannel-logout/logout-notice.sweeper.js';
import { LogoutTokens } from './backchannel-logout/logout-tokens.js';
import { BrandingModule } from './branding/branding.module.js';
import { ClientModule } from './client/client.module.js';
import { DeleteProcessor } from './domain/delete.processor.js';
import { DnsAttemptSweeper } from './domain/dns-attempt.sweeper.js';
import { DomainModule } from './domain/domain.module.js';
import { DomainSweeper } from './domain/domain.sweeper.js';
import { WriteTurnsInterceptor } from './domain/write-turns.interceptor.js';
import { ProvisionProcessor } from './domain/provision.processor.js';
import { ProvisionSweeper } from './domain/provision.sweeper.js';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { FailedJobsService } from './job/failed-jobs.service.js';
import { FailedJobsWatch } from './job/failed-jobs.watch.js';
import { OldestDueJobsService } from './job/oldest-due-jobs.service.js';
import { OldestDueJobsWatch } from './job/oldest-due-jobs.watch.js';
import { LogApiModule } from './log/log-api.module.js';
import { LogModule } from './log/log.module.js';
import { ExpirySweeper } from './expiry/expiry.sweeper.js';
import { SecretSweeper } from './expiry/secret.sweeper.js';
import { DevelopmentOutboxModule } from './message/development-outbox.module.js';
import { MessageDeliveryService } from './message/message-delivery.service.js';
import { MessageSenders } from './message/message-senders.js';
import { MessageProcessor } from './message/message.processor.js';
import { MessageSweeper } from './message/message.sweeper.js';
import { MagicLinkModule } from './magic-link/magic-link.module.js';
import { persistenceOptions } from './persistence-options.js';
import { FormerUsersSweeper } from './provider/former-users.sweeper.js';
import { ProviderModule } from './provider/provider.module.js';
import { RateLimitMiddleware } from './rate-limit/rate-limit.middleware.js';
import { RateLimitSweeper } from './rate-limit/rate-limit.sweeper.js';
import { ScopeModule } from './scope/scope.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SigningKeyModule } from './signing-key/signing-key.module.js';
import { SigningKeySweeper } from './signing-key/signing-key.sweeper.js';
import { VerificationModule } from './verification/verification.module.js';
import { VerificationSweeper } from './verification/verification.sweeper.js';
import { VerifyProcessor } from './verification/verify.processor.js';
import { UserModule } from './user/user.module.js';

/** What a replica does beside answering requests: switched by WORKER. */
const WORKERS: Provider[] = [
  DeleteProcessor,
  DomainSweeper,
  VerifyProcessor,
  VerificationSweeper,
  ProvisionProcessor,
  ProvisionSweeper,
  DnsAttemptSweeper,
  FailedJobsService,
  FailedJobsWatch,
  OldestDueJobsService,
  OldestDueJobsWatch,
  SigningKeySweeper,
  FormerUsersSweeper,
  ExpirySweeper,
  SecretSweeper,
  RateLimitSweeper,
  MessageSweeper,
];
/** Clients are told of the end of sessions. */
const TELLING: Provider[] = [LogoutTokens, LogoutNoticeSender, LogoutNoticeService, LogoutNoticeProcessor, LogoutNoticeSweeper];
/** There is somebody to send messages by. */
const SENDING: Provider[] = [MessageSenders, MessageDeliveryService, MessageProcessor];

/** The composition root of the management API. */
@Module({})
export class ManagementModule {
  static forRoot(settings: ManagementSettings, logger: Logger, metrics: Metrics): DynamicModule {
    return {
      module: ManagementModule,
      imports: [
        SettingsModule.forRoot(settings),
        ObservabilityModule.forRoot(logger, metrics),
        PersistenceModule.forRoot(persistenceOptions(settings, logger)),
        JobsModule.forRoot({ databaseUrl: settings.DATABASE_URL, redisUrl: settings.REDIS_URL }),
        OutgoingModule.forRoot(settings),
        ApiKeyModule,
        LogModule,
        SigningKeyModule,
        DomainModule,
        VerificationModule,
        ClientModule,
        BackchannelLogoutModule,
        ScopeModule,
        BrandingModule,
        ProviderModule,
        UserModule,
        MagicLinkModule,
        LogApiModule,
        ...(settings.outbox ? [DevelopmentOutboxModule] : []),
      ],
      providers: [BootstrapKey, RateLimitMiddleware, WriteTurnsInterceptor, IdempotencyInterceptor, ...workers(settings)],
    };
  }
}

function workers({ WORKER, outbox }: ManagementSettings): Provider[] {
  if (WORKER === 'off') return [];
  return outbox ? [...WORKERS, ...TELLING] : [...WORKERS, ...TELLING, ...SENDING];
}
