export {
  DEFAULT_SECOND_FACTOR,
  DEFAULT_SIGN_UP,
  SECOND_FACTORS,
  SIGN_UPS,
  type SecondFactor,
  type SignUpPolicy,
  Domain,
  type DomainStatus,
} from './domain/domain.entity.js';
export { Branding, DEFAULT_BRANDING, type BrandingSettings } from './branding/branding.entity.js';
export { BrandingRepository } from './branding/branding.repository.js';
export type { MailSender } from './mail-sender/mail-sender.entity.js';
export { MailSenderRepository, type MailSenderKey, type OwnMailSender } from './mail-sender/mail-sender.repository.js';
export { BackchannelLogout } from './backchannel-logout/backchannel-logout.entity.js';
export { BackchannelLogoutRepository } from './backchannel-logout/backchannel-logout.repository.js';
export { LogoutNoticeRepository, type LeasedLogoutNotice, type LogoutNoticeKey } from './backchannel-logout/logout-notice.repository.js';
export { AgentRepository } from './client/agent.repository.js';
export { ClientSecretLastUseRepository, type SecretLastUse } from './client/client-secret-last-use.repository.js';
export { ClientSecretRepository, type ListedClientSecret } from './client/client-secret.repository.js';
export {
  Client,
  toPresentationColumns,
  type AssertionIssuer,
  type IdJagAudience,
  type ClientConfiguration,
  type ClientPresentation,
  type FurtherGrants,
  type TokenQuota,
  type SigningAlgorithms,
  type TokenExchangeGrant,
} from './client/client.entity.js';
export { ClientSetRepository } from './client/client-set.repository.js';
export { ClientRepository } from './client/client.repository.js';
export { RegisteredClientRepository, type NewRegisteredClient, type StoredRegistration } from './client/registered-client.repository.js';
export {
  ClientAuthenticationRepository,
  type DocumentToStore,
  type StoredClientAuthentication,
  type UsedAuthenticationMethod,
} from './client-authentication/client-authentication.repository.js';
export {
  ClientAuthenticationSetRepository,
  type IdentifiedClientAuthentication,
} from './client-authentication/client-authentication-set.repository.js';
export { MethodLastUseRepository, type MethodLastUse } from './client-authentication/method-last-use.repository.js';
export { type StoredAuthenticationMethod } from './authentication-method.js';
export { FederatedLoginRepository, type StoredFederatedLogin } from './federation/federated-login.repository.js';
export {
  FederationRequestRepository,
  type AnsweredFederationRequest,
  type FederationRequestKey,
  type NewFederationRequest,
} from './federation/federation-request.repository.js';
export { deriveTimeouts } from './connection/data-source.js';
export { type Precondition, Database } from './connection/database.js';
export {
  DomainFailuresError,
  throwFailures,
  throwOutage,
  workForDomains,
  workForEachDomain,
  type DomainFailure,
} from './domain-failures.js';
export { refuseInTransaction, waitWithinTransaction } from './connection/open-transaction.js';
export { getViolatedConstraint, isDatabaseOutage, isTransactionConflict } from './connection/database-error.js';
export { DatabaseInspector, type EncryptedSigningKeys, type ServedName } from './connection/database-inspector.js';
export { DnsAttemptRepository, type BegunDnsAttempt, type DueDnsAttempt } from './dns-attempt/dns-attempt.repository.js';
export { CurrentRevision, type RevisionParts } from './served/current-revision.js';
export { DomainProvisioningRepository } from './domain/domain-provisioning.repository.js';
export { DomainRepository, type DomainSummary, type NameConflict, type NewDomain } from './domain/domain.repository.js';
export { IssuedTokenRepository, type IssuedToken, type IssuedTokenQuery } from './served/issued-token.repository.js';
export { ServedDomainRepository, type RevisionQuery, type ServedUser } from './served/served-domain.repository.js';
export type {
  ServedClient,
  ServedClientId,
  ServedDomain,
  ServedPermission,
  ServedResource,
  ServedRole,
  ServedSigningKey,
} from './served/served-record.js';
export {
  DEFAULT_CLIENT_REGISTRATION,
  type ClientRegistrationSettings,
  type DynamicRegistrationSettings,
  type MetadataDocumentSettings,
} from './client-registration-settings.js';
export { ClientRegistrationRepository } from './client-registration/client-registration.repository.js';
export {
  InitialAccessTokenRepository,
  type ListedInitialAccessToken,
  type NewInitialAccessToken,
} from './client-registration/initial-access-token.repository.js';
export { ClientRegistrationPersistenceModule } from './client-registration/client-registration-persistence.module.js';
export { ClientResourceRepository } from './resource/client-resource.repository.js';
export { type ClientResource } from './resource/client-resource.entity.js';
export { type Resource, type ResourceScope } from './resource/resource.entity.js';
export { ResourceRepository, type ResourceConfiguration, type ResourceKey } from './resource/resource.repository.js';
export { ClientRoleRepository } from './role/client-role.repository.js';
export { type Role } from './role/role.entity.js';
export { RoleRepository, type Permission, type RoleKey, type RoleWithPermissions } from './role/role.repository.js';
export { UserRoleRepository } from './role/user-role.repository.js';
export { ScimGroupRepository, type ScimGroup } from './role/scim-group.repository.js';
export { ScimUserRepository, type ScimUser, type UserLookup } from './user/scim-user.repository.js';
export { ServedRecordRepository, type ServedRecordQuery, type ServedRecords } from './served/served-record.repository.js';
export { migrate } from './migrate.js';
export { DeviceCodeRepository } from './oidc-payload/device-code.repository.js';
export { OidcPayloadRepository, type StoredAccess, type StoredSession } from './oidc-payload/oidc-payload.repository.js';
export type { IssuedPayload, PayloadKey, StoredPayload } from './oidc-payload/payload.js';
export { RedemptionRepository } from './oidc-payload/redemption.repository.js';
export { PendingPayloadRepository, type PendingModel } from './oidc-payload/pending-payload.repository.js';
export { DatabaseModule, type DatabaseModuleOptions } from './database.module.js';
export { retryOutages } from './connection/retry-outages.js';
export { SigningKey } from './signing-key/signing-key.entity.js';
export { FirstSigningKeyRepository } from './signing-key/first-signing-key.repository.js';
export { SigningKeyRepository, type DueRotation } from './signing-key/signing-key.repository.js';
export { ApiKey } from './subscription/api-key.entity.js';
export { QuotaExceededError, type ExceededQuota } from './quota-exceeded.error.js';
export { Subscription, type SubscriptionQuota } from './subscription/subscription.entity.js';
export { Operator } from './operator/operator.entity.js';
export { OperatorProofRepository } from './operator/operator-proof.repository.js';
export { OperatorRepository, type OperatorConfiguration, type OperatorKey } from './operator/operator.repository.js';
export {
  ApiKeyRepository,
  type ApiKeyConfiguration,
  type ApiKeyScope,
  type LiveApiKey,
  type StoredApiKey,
} from './subscription/api-key.repository.js';
export { SubscriptionRepository } from './subscription/subscription.repository.js';
export { IdempotencyAnswer } from './idempotency/idempotency-answer.entity.js';
export { IdempotencyRepository, type IdempotencyKey } from './idempotency/idempotency.repository.js';
export { DueWorkRepository, type DueKind } from './due-work/due-work.repository.js';
export { JobState, type JobStatus } from './job-state/job-state.entity.js';
export { JobStateRepository, type JobKey } from './job-state/job-state.repository.js';
export {
  IdentityProvider,
  type IdentityProviderConfiguration,
  type IdentityProviderKey,
  IDENTITY_PROVIDER_KINDS,
  type AppleKey,
  type IdentityProviderKind,
  type OAuth2Provider,
  type RequiredClaims,
  type SamlProvider,
  type TokenEndpointAuthMethod,
  type UpstreamResponseMode,
} from './identity-provider/identity-provider.entity.js';
export {
  RemovedIdentityProviderUsersRepository,
  type RemovedUsersLease,
} from './identity-provider/removed-identity-provider-users.repository.js';
export { IdentityProviderRepository, type OwnedMailDomain } from './identity-provider/identity-provider.repository.js';
export {
  type HomeIdentityProvider,
  ServedIdentityProviderRepository,
  type OfferedIdentityProvider,
  type ServedIdentityProvider,
} from './served/served-identity-provider.repository.js';
export { ClientFailureAuditLogRepository, type ClientFailure } from './audit-log/client-failure-audit-log.repository.js';
export { type ActorType } from './audit-log/audit-log-entry.entity.js';
export { AuditLogKeyRepository } from './audit-log/audit-log-key.repository.js';
export { AuditLogPartitionRepository, type PlacementBatch } from './audit-log/audit-log-partition.repository.js';
export { AuditLogRemovalRepository, type RunBoundary } from './audit-log/audit-log-removal.repository.js';
export { type RetentionPeriods } from './audit-log/audit-log-retention.entity.js';
export { AuditLogRetentionRepository } from './audit-log/audit-log-retention.repository.js';
export { AttributeChangeRepository, type StoredChanges } from './audit-log/attribute-change.repository.js';
export { AuditLogRepository, type DomainSelection, type NewAuditLogEntry } from './audit-log/audit-log.repository.js';
export {
  AuditLogChainRepository,
  type AuthenticatedHead,
  type ChainHead,
  type ChainLink,
  type CheckpointTarget,
  type HeadState,
  type NewCheckpoint,
  type StoredCheckpoint,
} from './audit-log/audit-log-chain.repository.js';
export { AuditLogChainLagRepository } from './audit-log/audit-log-chain-lag.repository.js';
export { AuditLogHeadKeyRepository } from './audit-log/audit-log-head-key.repository.js';
export { type ChainedEntry, type LoggedEntry } from './audit-log/logged-entry.js';
export {
  ALL_ENTRIES,
  AuditLogQueryRepository,
  type Instant,
  type KeyedEntry,
  type AuditLogFilter,
  type AuditLogPage,
} from './audit-log/audit-log-query.repository.js';
export { type DomainDeletion } from './domain-deletion/domain-deletion.entity.js';
export { DomainDeletionRepository } from './domain-deletion/domain-deletion.repository.js';
export { type EndingDeletion } from './domain-deletion/domain-purge.js';
export { ReceiptKeyRepository } from './receipt-key/receipt-key.repository.js';
export { ReceiptKey } from './receipt-key/receipt-key.entity.js';
export {
  MagicLinkRepository,
  type NewMagicLink,
  type RedeemableMagicLink,
  type RedeemedMagicLink,
} from './magic-link/magic-link.repository.js';
export { PageTextRepository } from './page-text/page-text.repository.js';
export { SignUpRepository, type NewSignUp, type OpenSignUp, type PendingInvitation } from './sign-up/sign-up.repository.js';
export { type Channel } from './message/message.entity.js';
export {
  MessageRepository,
  type LeasedMessage,
  type WaitingMessage,
  type MessageKey,
  type MessageLease,
} from './message/message.repository.js';
export {
  CredentialRepository,
  type Credential,
  type ExistingCredentials,
  type CredentialHolder,
  type CredentialSummary,
} from './credential/credential.repository.js';
export { type ChallengePurpose } from './passkey/passkey-challenge.entity.js';
export { PasskeyChallengeRepository, type NewPasskeyChallenge } from './passkey/passkey-challenge.repository.js';
export { Passkey } from './passkey/passkey.entity.js';
export { PasskeyRepository, type NewPasskey } from './passkey/passkey.repository.js';
export { RecoveryCodeRepository, type DisplayedRecoveryCode } from './recovery-code/recovery-code.repository.js';
export { SignInProgressRepository } from './sign-in-progress/sign-in-progress.repository.js';
export { TotpRepository } from './totp/totp.repository.js';
export { type ScopeClaims, type TokenKind } from './scope-claims/scope-claims.entity.js';
export { ScopeClaimsRepository } from './scope-claims/scope-claims.repository.js';
export { type KeyList, type KeyListQuery } from './key-list.js';
export { isTooLarge, MAX_ATTRIBUTES_BYTES, measureAttribute, measureAttributes } from './user/attribute-size.js';
export { FederatedUserRepository, type RefreshedUser, type UpstreamSubject } from './user/federated-user.repository.js';
export { LoginNameRepository, type NamedUser } from './user/login-name.repository.js';
export { type AttributeFilter } from './user/attribute-conditions.js';
export { UserPageRepository, type DetailedUser, type UserFilter } from './user/user-page.repository.js';
export { UserSearchRepository, type UserPage, type UserQuery } from './user/user-search.repository.js';
export { User, type Attributes } from './user/user.entity.js';
export { LastSignInRepository } from './user/last-sign-in.repository.js';
export { UserRepository } from './user/user.repository.js';
export { USER_TABLES } from './user-tables.js';
export { UserDataRepository, type UserDataSection } from './user-data/user-data.repository.js';
export { UserErasureRepository } from './erasure/user-erasure.repository.js';
export { UserErasure } from './erasure/user-erasure.entity.js';
export { userIdOf } from './user-id.js';
export { UserImport, type UserImportError } from './user-import/user-import.entity.js';
export { UserImportRepository, type ReceivedLine, type UserImportKey } from './user-import/user-import.repository.js';
export { UserImportJobRepository, type UserImportProgress } from './user-import/user-import-job.repository.js';
export { UserInvitation } from './user-invitation/user-invitation.entity.js';
export {
  UserInvitationRepository,
  type NewUserInvitation,
  type UserInvitationCounts,
  type UserInvitationKey,
} from './user-invitation/user-invitation.repository.js';
export {
  UserInvitationStepRepository,
  type ServedRecipient,
  type WaitingRecipient,
} from './user-invitation/user-invitation-step.repository.js';
export { UserTrialRepository, type TrialUser } from './user-import/user-trial.repository.js';
export { BulkUserRepository, type ImportedUser, type KnownIdentity, type KnownUser } from './user/bulk-user.repository.js';
export { UsageRepository, type ActiveUser, type DailyUsage, type UsageIncrement } from './usage/usage.repository.js';
export { FormSubmissionRepository, type FormSubmissionKey } from './form-submission/form-submission.repository.js';
export { UsedJtiRepository, type JtiUse } from './used-jti/used-jti.repository.js';
export { type DnsProblem, type DnsFindings, type DomainVerification } from './domain-verification/domain-verification.entity.js';
export {
  DomainVerificationRepository,
  type DomainVerificationState,
  type DomainCheck,
  type DomainCheckResult,
  type StatusTransition,
} from './domain-verification/domain-verification.repository.js';
export { EncryptedValueRepository, type EncryptedColumnLocation } from './encrypted-value/encrypted-value.repository.js';
export type { DeliveryAttempt, DeliveryLeaseRepository, DeliveryTargetKey, DueTarget, LeasedTarget } from './delivery-lease.repository.js';
export { SsfStream, type SsfStreamStatus } from './shared-signals/ssf-stream.entity.js';
export {
  SsfStreamRepository,
  type SsfConfiguration,
  type SsfDelivery,
  type SsfStreamKey,
  type SsfStreamSummary,
} from './shared-signals/ssf-stream.repository.js';
export {
  SsfDeliveryRepository,
  type SsfEventDelivery,
  type SsfEventDeliveryDetails,
  type SsfEventDeliveryPage,
  type SsfEventDeliveryStatus,
} from './shared-signals/ssf-delivery.repository.js';
export type { SsfEnding } from './shared-signals/ssf-event-ending.js';
export type { PendingSsfEvent } from './shared-signals/ssf-event-values.js';
export { SsfChangeRepository } from './shared-signals/ssf-change.repository.js';
export { SsfPushRepository, type PushingStream } from './shared-signals/ssf-push.repository.js';
export { SsfEventRepository, type NewSsfEvent, type SubscribedStream } from './shared-signals/ssf-event.repository.js';
export { SharedSignalsPersistenceModule } from './shared-signals/shared-signals-persistence.module.js';
export { WebhookDelivery, type WebhookDeliveryStatus } from './webhook/webhook-delivery.entity.js';
export { WebhookDeliveryRepository, type NewWebhookDelivery, type TimeSpan } from './webhook/webhook-delivery.repository.js';
export { WebhookLeaseRepository, type LeasedWebhook, type PendingWebhookDelivery } from './webhook/webhook-lease.repository.js';
export { WebhookOutboxFailureRepository } from './webhook/webhook-outbox-failure.repository.js';
export { WebhookOutboxRepository, type OutboxEntryKey, type Subscriber } from './webhook/webhook-outbox.repository.js';
export { Webhook } from './webhook/webhook.entity.js';
export { WebhookRepository, type NewWebhook, type WebhookConfiguration } from './webhook/webhook.repository.js';
export { RateLimitRepository } from './rate-limit/rate-limit.repository.js';
export { RateLimiter, type RateLimitState } from './rate-limit/rate-limiter.js';
export { MasterKeyProofRepository } from './master-key-proof/master-key-proof.repository.js';
export { BackchannelLogoutPersistenceModule } from './backchannel-logout/backchannel-logout-persistence.module.js';
export { MailSenderPersistenceModule } from './mail-sender/mail-sender-persistence.module.js';
export { BrandingPersistenceModule } from './branding/branding-persistence.module.js';
export { ClientAuthenticationPersistenceModule } from './client-authentication/client-authentication-persistence.module.js';
export { ClientPersistenceModule } from './client/client-persistence.module.js';
export { CredentialPersistenceModule } from './credential/credential-persistence.module.js';
export { DnsAttemptPersistenceModule } from './dns-attempt/dns-attempt-persistence.module.js';
export { DomainDeletionPersistenceModule } from './domain-deletion/domain-deletion-persistence.module.js';
export { DomainPersistenceModule } from './domain/domain-persistence.module.js';
export { DomainVerificationPersistenceModule } from './domain-verification/domain-verification-persistence.module.js';
export { EncryptedValuePersistenceModule } from './encrypted-value/encrypted-value-persistence.module.js';
export { FederationPersistenceModule } from './federation/federation-persistence.module.js';
export { IdempotencyPersistenceModule } from './idempotency/idempotency-persistence.module.js';
export { IdentityProviderPersistenceModule } from './identity-provider/identity-provider-persistence.module.js';
export { DueWorkPersistenceModule } from './due-work/due-work-persistence.module.js';
export { JobStatePersistenceModule } from './job-state/job-state-persistence.module.js';
export { AuditLogPersistenceModule } from './audit-log/audit-log-persistence.module.js';
export { MagicLinkPersistenceModule } from './magic-link/magic-link-persistence.module.js';
export { PageTextPersistenceModule } from './page-text/page-text-persistence.module.js';
export { SignUpPersistenceModule } from './sign-up/sign-up-persistence.module.js';
export { MessagePersistenceModule } from './message/message-persistence.module.js';
export { OidcPayloadPersistenceModule } from './oidc-payload/oidc-payload-persistence.module.js';
export { OperatorPersistenceModule } from './operator/operator-persistence.module.js';
export { PasskeyPersistenceModule } from './passkey/passkey-persistence.module.js';
export { RateLimitPersistenceModule } from './rate-limit/rate-limit-persistence.module.js';
export { DomainTransferPersistenceModule } from './domain-transfer/domain-transfer-persistence.module.js';
export { DomainExportRepository, type ExportedRow } from './domain-transfer/domain-export.repository.js';
export { DomainImportRepository, type ImportedRow, type RefusedRow } from './domain-transfer/domain-import.repository.js';
export { DomainOriginRepository } from './domain-transfer/domain-origin.repository.js';
export { USERS_PER_SEARCH_BLOCK } from './user/user-count.entity.js';
export { DomainFrozenError, isTemporary } from './domain/domain-frozen.error.js';
export { TRANSFER_TABLES, type TransferTable } from './domain-transfer/transfer-tables.js';
export { ReceiptKeyPersistenceModule } from './receipt-key/receipt-key-persistence.module.js';
export { RecoveryCodePersistenceModule } from './recovery-code/recovery-code-persistence.module.js';
export { ResourcePersistenceModule } from './resource/resource-persistence.module.js';
export { TokenBudgetRepository, type TokenBudget, type TokenLease } from './token-budget/token-budget.repository.js';
export { type QuotaPeriod } from './token-budget/client-token-budget.entity.js';
export { TokenBudgetPersistenceModule } from './token-budget/token-budget-persistence.module.js';
export { RolePersistenceModule } from './role/role-persistence.module.js';
export { ScopeClaimsPersistenceModule } from './scope-claims/scope-claims-persistence.module.js';
export { SignInProgressPersistenceModule } from './sign-in-progress/sign-in-progress-persistence.module.js';
export { SigningKeyPersistenceModule } from './signing-key/signing-key-persistence.module.js';
export { SubscriptionPersistenceModule } from './subscription/subscription-persistence.module.js';
export { TotpPersistenceModule } from './totp/totp-persistence.module.js';
export { UsagePersistenceModule } from './usage/usage-persistence.module.js';
export { FormSubmissionPersistenceModule } from './form-submission/form-submission-persistence.module.js';
export { UsedJtiPersistenceModule } from './used-jti/used-jti-persistence.module.js';
export { UserImportPersistenceModule } from './user-import/user-import-persistence.module.js';
export { UserInvitationPersistenceModule } from './user-invitation/user-invitation-persistence.module.js';
export { UserPersistenceModule } from './user/user-persistence.module.js';
export { UserDataPersistenceModule } from './user-data/user-data-persistence.module.js';
export { ErasurePersistenceModule } from './erasure/erasure-persistence.module.js';
export { ServedPersistenceModule } from './served/served-persistence.module.js';
export { WebhookPersistenceModule } from './webhook/webhook-persistence.module.js';
export { PERSONAL_DATA, type PersonalDataEncryption } from './personal-data.js';
export { MasterKeyProofPersistenceModule } from './master-key-proof/master-key-proof-persistence.module.js';
