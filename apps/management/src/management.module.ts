import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { JobsModule } from '@latchkey/jobs';
import { ObservabilityModule, type Logger, type Metrics } from '@latchkey/observability';
import { OutgoingModule } from '@latchkey/outgoing';
import { PersistenceModule } from '@latchkey/persistence';
import { ApiKeyModule } from './api-key/api-key.module.js';
import { BootstrapKeyService } from './api-key/bootstrap-key.service.js';
import { BackchannelLogoutModule } from './backchannel-logout/backchannel-logout.module.js';
import { LogoutNoticeService } from './backchannel-logout/logout-notice.service.js';
import { LogoutNoticeSenderService } from './backchannel-logout/logout-notice-sender.service.js';
import { LogoutNoticeProcessor } from './backchannel-logout/logout-notice.processor.js';
import { LogoutNoticeSweeper } from './backchannel-logout/logout-notice.sweeper.js';
import { LogoutTokenService } from './backchannel-logout/logout-token.service.js';
import { BrandingModule } from './branding/branding.module.js';
import { ClientModule } from './client/client.module.js';
import { DeleteProcessor } from './domain/delete.processor.js';
import { DnsAttemptSweeper } from './domain/dns-attempt.sweeper.js';
import { DomainModule } from './domain/domain.module.js';
import { DomainSweeper } from './domain/domain.sweeper.js';
import { WriteLimitInterceptor } from './domain/write-limit.interceptor.js';
import { ProvisionProcessor } from './domain/provision.processor.js';
import { ProvisionSweeper } from './domain/provision.sweeper.js';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { FailedJobsService } from './job/failed-jobs.service.js';
import { FailedJobsMonitor } from './job/failed-jobs.monitor.js';
import { OldestDueJobsService } from './job/oldest-due-jobs.service.js';
import { OldestDueJobsMonitor } from './job/oldest-due-jobs.monitor.js';
import { LogApiModule } from './log/log-api.module.js';
import { LogModule } from './log/log.module.js';
import { ExpirySweeper } from './expiry/expiry.sweeper.js';
import { SecretSweeper } from './expiry/secret.sweeper.js';
import { DevelopmentOutboxModule } from './message/development-outbox.module.js';
import { MessageDeliveryService } from './message/message-delivery.service.js';
import { MessageSenderService } from './message/message-sender.service.js';
import { MessageProcessor } from './message/message.processor.js';
import { MessageSweeper } from './message/message.sweeper.js';
import { MagicLinkModule } from './magic-link/magic-link.module.js';
import { createPersistenceOptions } from './persistence-options.js';
import { RemovedIdentityProviderUsersSweeper } from './identity-provider/removed-identity-provider-users.sweeper.js';
import { IdentityProviderModule } from './identity-provider/identity-provider.module.js';
import { RateLimitMiddleware } from './rate-limit/rate-limit.middleware.js';
import { RateLimitSweeper } from './rate-limit/rate-limit.sweeper.js';
import { ScopeModule } from './scope/scope.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SigningKeyModule } from './signing-key/signing-key.module.js';
import { SigningKeySweeper } from './signing-key/signing-key.sweeper.js';
import { DomainVerificationModule } from './domain-verification/domain-verification.module.js';
import { DomainVerificationSweeper } from './domain-verification/domain-verification.sweeper.js';
import { DomainVerificationProcessor } from './domain-verification/domain-verification.processor.js';
import { UserModule } from './user/user.module.js';

/** What a replica does beside answering requests: switched by WORKER. */
const BASE_WORKERS: Provider[] = [
  DeleteProcessor,
  DomainSweeper,
  DomainVerificationProcessor,
  DomainVerificationSweeper,
  ProvisionProcessor,
  ProvisionSweeper,
  DnsAttemptSweeper,
  FailedJobsService,
  FailedJobsMonitor,
  OldestDueJobsService,
  OldestDueJobsMonitor,
  SigningKeySweeper,
  RemovedIdentityProviderUsersSweeper,
  ExpirySweeper,
  SecretSweeper,
  RateLimitSweeper,
  MessageSweeper,
];
/** Clients are told of the end of sessions. */
const LOGOUT_NOTICE_WORKERS: Provider[] = [
  LogoutTokenService,
  LogoutNoticeSenderService,
  LogoutNoticeService,
  LogoutNoticeProcessor,
  LogoutNoticeSweeper,
];
/** There is somebody to send messages by. */
const MESSAGE_WORKERS: Provider[] = [MessageSenderService, MessageDeliveryService, MessageProcessor];

/** The composition root of the management API. */
@Module({})
export class ManagementModule {
  static forRoot(settings: ManagementSettings, logger: Logger, metrics: Metrics): DynamicModule {
    return {
      module: ManagementModule,
      imports: [
        SettingsModule.forRoot(settings),
        ObservabilityModule.forRoot(logger, metrics),
        PersistenceModule.forRoot(createPersistenceOptions(settings, logger)),
        JobsModule.forRoot({ databaseUrl: settings.DATABASE_URL, redisUrl: settings.REDIS_URL }),
        OutgoingModule.forRoot(settings),
        ApiKeyModule,
        LogModule,
        SigningKeyModule,
        DomainModule,
        DomainVerificationModule,
        ClientModule,
        BackchannelLogoutModule,
        ScopeModule,
        BrandingModule,
        IdentityProviderModule,
        UserModule,
        MagicLinkModule,
        LogApiModule,
        ...(settings.outbox ? [DevelopmentOutboxModule] : []),
      ],
      providers: [BootstrapKeyService, RateLimitMiddleware, WriteLimitInterceptor, IdempotencyInterceptor, ...listWorkers(settings)],
    };
  }
}

function listWorkers({ WORKER, outbox }: ManagementSettings): Provider[] {
  if (WORKER === 'off') return [];
  return outbox ? [...BASE_WORKERS, ...LOGOUT_NOTICE_WORKERS] : [...BASE_WORKERS, ...LOGOUT_NOTICE_WORKERS, ...MESSAGE_WORKERS];
}
