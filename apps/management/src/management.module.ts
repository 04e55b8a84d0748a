import { Module, type DynamicModule } from '@nestjs/common';
import { outgoingPolicyOf, type ManagementSettings } from '@latchkey/config';
import { ObservabilityModule, type Logger, type Metrics } from '@latchkey/observability';
import { OutgoingModule } from '@latchkey/outgoing';
import { DatabaseModule } from '@latchkey/persistence';
import { JobsModule } from './queue/jobs.module.js';
import { BackchannelLogoutWorkerModule } from './backchannel-logout/backchannel-logout-worker.module.js';
import { BackchannelLogoutModule } from './backchannel-logout/backchannel-logout.module.js';
import { AuthenticationModule } from './authentication/authentication.module.js';
import { PageTextModule } from './page-text/page-text.module.js';
import { BrandingModule } from './branding/branding.module.js';
import { MailPreviewModule } from './mail-preview/mail-preview.module.js';
import { MailSenderModule } from './mail-sender/mail-sender.module.js';
import { MailTestModule } from './mail-test/mail-test.module.js';
import { ClientRegistrationModule } from './client-registration/client-registration.module.js';
import { ClientModule } from './client/client.module.js';
import { CurrentCallerModule } from './current-caller/current-caller.module.js';
import { createDatabaseOptions } from './database-options.js';
import { DueWorkModule } from './due-work/due-work.module.js';
import { ConfigurationModule } from './configuration/configuration.module.js';
import { DomainVerificationWorkerModule } from './domain-verification/domain-verification-worker.module.js';
import { DomainWorkerModule } from './domain/domain-worker.module.js';
import { DomainTransferWorkerModule } from './domain-transfer/domain-transfer-worker.module.js';
import { DomainTransferModule } from './domain-transfer/domain-transfer.module.js';
import { DomainModule } from './domain/domain.module.js';
import { ExpiryModule } from './expiry/expiry.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { IdentityProviderWorkerModule } from './identity-provider/identity-provider-worker.module.js';
import { IdentityProviderModule } from './identity-provider/identity-provider.module.js';
import { JobMonitorModule } from './job/job-monitor.module.js';
import { AuditLogWorkerModule } from './audit-log/chain/audit-log-worker.module.js';
import { AuditLogApiModule } from './audit-log/audit-log-api.module.js';
import { InvitationModule } from './invitation/invitation.module.js';
import { MagicLinkModule } from './magic-link/magic-link.module.js';
import { DevelopmentOutboxModule } from './message/development-outbox.module.js';
import { MessageWorkerModule } from './message/message-worker.module.js';
import { OperatorModule } from './operator/operator.module.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { ReceiptKeyApiModule } from './receipt-key/receipt-key-api.module.js';
import { ResourceModule } from './resource/resource.module.js';
import { RoleModule } from './role/role.module.js';
import { ScopeModule } from './scope/scope.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SigningKeyWorkerModule } from './signing-key/signing-key-worker.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { SigningModule } from './signing/signing.module.js';
import { SignalStreamModule } from './shared-signals/signal-stream.module.js';
import { SubscriptionModule } from './subscription/subscription.module.js';
import { UsageModule } from './usage/usage.module.js';
import { UserImportModule } from './user-import/user-import.module.js';
import { UserImportWorkerModule } from './user-import/user-import-worker.module.js';
import { UserInvitationModule } from './user-invitation/user-invitation.module.js';
import { UserInvitationWorkerModule } from './user-invitation/user-invitation-worker.module.js';
import { UserModule } from './user/user.module.js';
import { WebhookWorkerModule } from './webhook/webhook-worker.module.js';
import { WebhookModule } from './webhook/webhook.module.js';

/** The background work of a replica, unless WORKER is off. */
const WORKER_MODULES = [
  DueWorkModule,
  DomainWorkerModule,
  DomainTransferWorkerModule,
  DomainVerificationWorkerModule,
  JobMonitorModule,
  SigningKeyWorkerModule,
  IdentityProviderWorkerModule,
  BackchannelLogoutWorkerModule,
  WebhookWorkerModule,
  UserImportWorkerModule,
  UserInvitationWorkerModule,
  ExpiryModule,
  AuditLogWorkerModule,
];

/** The parts that a process has once. */
export interface ManagementParts {
  logger: Logger;
  metrics: Metrics;
}

const FEATURES = [
  AuthenticationModule,
  DomainModule,
  DomainTransferModule,
  ClientModule,
  ClientRegistrationModule,
  ConfigurationModule,
  BackchannelLogoutModule,
  ScopeModule,
  ResourceModule,
  RoleModule,
  OperatorModule,
  CurrentCallerModule,
  SubscriptionModule,
  BrandingModule,
  PageTextModule,
  MailPreviewModule,
  MailSenderModule,
  MailTestModule,
  SignInModule,
  SigningModule,
  IdentityProviderModule,
  UserModule,
  UserImportModule,
  UserInvitationModule,
  MagicLinkModule,
  InvitationModule,
  WebhookModule,
  SignalStreamModule,
  AuditLogApiModule,
  UsageModule,
  ReceiptKeyApiModule,
];

/** The composition root of the management API. */
@Module({})
export class ManagementModule {
  static forRoot(settings: ManagementSettings, { logger, metrics }: ManagementParts): DynamicModule {
    const hasWorkers = settings.WORKER === 'on';
    return {
      module: ManagementModule,
      imports: [
        SettingsModule.forRoot(settings),
        ObservabilityModule.forRoot(logger, metrics),
        DatabaseModule.forRoot(createDatabaseOptions(settings, logger)),
        JobsModule.forRoot({ databaseUrl: settings.DATABASE_URL, redisUrl: settings.REDIS_URL, hasWorkers }),
        OutgoingModule.forRoot(outgoingPolicyOf(settings)),
        ...FEATURES,
        RateLimitModule,
        IdempotencyModule,
        ...(settings.outbox ? [DevelopmentOutboxModule] : []),
        ...(hasWorkers ? [...WORKER_MODULES, MessageWorkerModule.forRoot(!settings.outbox)] : []),
      ],
    };
  }
}
