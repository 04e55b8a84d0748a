import { CreateRealms1795132800000 } from './1795132800000-create-realms.js';
import { CreateUsers1795136400000 } from './1795136400000-create-users.js';
import { CreateLog1795136500000 } from './1795136500000-create-log.js';
import { CreateBranding1795140000000 } from './1795140000000-create-branding.js';
import { CreateMessages1795140100000 } from './1795140100000-create-messages.js';
import { CreateCredentials1795140200000 } from './1795140200000-create-credentials.js';
import { OwnPayloads1795140300000 } from './1795140300000-own-payloads.js';
import { CreateSignInProgress1795140400000 } from './1795140400000-create-sign-in-progress.js';
import { ProvisionDomains1795140500000 } from './1795140500000-provision-domains.js';
import { CreateVerification1795140600000 } from './1795140600000-create-verification.js';
import { CreateJobState1795140700000 } from './1795140700000-create-job-state.js';
import { CreateIdentityProviders1795140800000 } from './1795140800000-create-identity-providers.js';
import { CreateBackchannelLogout1795140900000 } from './1795140900000-create-backchannel-logout.js';
import { CreateFederation1795141000000 } from './1795141000000-create-federation.js';
import { ShowRecoveryCodesAgain1795141100000 } from './1795141100000-show-recovery-codes-again.js';
import { WatchFailures1795141200000 } from './1795141200000-watch-failures.js';
import { ExtendUsers1795141300000 } from './1795141300000-extend-users.js';
import { TieSignInsToAnswers1795141400000 } from './1795141400000-tie-sign-ins-to-answers.js';
import { HashPayloadIds1795141500000 } from './1795141500000-hash-payload-ids.js';
import { LimitWhatIsPending1795141510000 } from './1795141510000-limit-what-is-pending.js';
import { CreateMasterKeyProof1795141650000 } from './1795141650000-create-master-key-proof.js';
import { OutdateSignIns1795141750000 } from './1795141750000-outdate-sign-ins.js';
import { CountKnownBrowsersApart1795141760000 } from './1795141760000-count-known-browsers-apart.js';
import { RenameEncryptedColumns1795141770000 } from './1795141770000-rename-encrypted-columns.js';
import { RenameVerification1795141780000 } from './1795141780000-rename-verification.js';
import { CreateClientAuthentication1795141790000 } from './1795141790000-create-client-authentication.js';
import { CreateUsedJti1795141805000 } from './1795141805000-create-used-jti.js';
import { ChooseSigningAlgorithms1795141815000 } from './1795141815000-choose-signing-algorithms.js';
import { NameAuditEvents1795141820000 } from './1795141820000-name-audit-events.js';
import { ChainLog1795141821000 } from './1795141821000-chain-log.js';
import { CreateWebhooks1795141830000 } from './1795141830000-create-webhooks.js';
import { CreateUsage1795141840000 } from './1795141840000-create-usage.js';
import { TraceMessages1795141841000 } from './1795141841000-trace-messages.js';
import { CreateDomainDeletion1795200101000 } from './1795200101000-create-domain-deletion.js';
import { EncryptPersonalLogData1795200101100 } from './1795200101100-encrypt-personal-log-data.js';
import { TraceLogoutNotices1795200101200 } from './1795200101200-trace-logout-notices.js';
import { CreateSharedSignals1795200201000 } from './1795200201000-create-shared-signals.js';
import { IndexSecretExpiry1795200401000 } from './1795200401000-index-secret-expiry.js';
import { CreateLogRetention1795200501000 } from './1795200501000-create-log-retention.js';
import { PushSecurityEvents1795300001000 } from './1795300001000-push-security-events.js';
import { CarryChangedAttributes1795300002000 } from './1795300002000-carry-changed-attributes.js';
import { DateLogRemoval1795300201000 } from './1795300201000-date-log-removal.js';
import { ValidateLogRemoval1795300201100 } from './1795300201100-validate-log-removal.js';
import { PartitionLog1795300201200 } from './1795300201200-partition-log.js';
import { CreateLogRemoval1795300201300 } from './1795300201300-create-log-removal.js';
import { DateLogKeys1795300201400 } from './1795300201400-date-log-keys.js';
import { NameMessageLeases1795300401000 } from './1795300401000-name-message-leases.js';
import { TraceDeliveries1795300402000 } from './1795300402000-trace-deliveries.js';
import { BoundFanOut1796000002000 } from './1796000002000-bound-fan-out.js';
import { LeaseIdempotencyKeys1796000002100 } from './1796000002100-lease-idempotency-keys.js';
import { AuthenticateLogHeads1796000004000 } from './1796000004000-authenticate-log-heads.js';
import { KeepReleasedNames1796000005000 } from './1796000005000-keep-released-names.js';
import { RelaxIdentityProviders1796000006001 } from './1796000006001-relax-identity-providers.js';
import { AddRefreshTokenLeeway1796000007001 } from './1796000007001-add-refresh-token-leeway.js';
import { PermitMessageSigning1796000007002 } from './1796000007002-permit-message-signing.js';
import { CreateFormSubmission1796000008000 } from './1796000008000-create-form-submission.js';
import { AddSupportUri1796000008100 } from './1796000008100-add-support-uri.js';
import { CreateResources1797000001000 } from './1797000001000-create-resources.js';
import { LimitApiKeys1798000001000 } from './1798000001000-limit-api-keys.js';
import { DeactivateClients1798000002000 } from './1798000002000-deactivate-clients.js';
import { CreateTokenQuotas1798000002100 } from './1798000002100-create-token-quotas.js';
import { LimitSubscriptions1798000003000 } from './1798000003000-limit-subscriptions.js';
import { StoreResponsesOfThePlatform1798000003001 } from './1798000003001-store-responses-of-the-platform.js';
import { CreateSubscriptionTokenBudget1798000003002 } from './1798000003002-create-subscription-token-budget.js';
import { DescribeUsers1798000004000 } from './1798000004000-describe-users.js';
import { CreateOperators1798000005000 } from './1798000005000-create-operators.js';
import { AllowPlainJwts1799000000000 } from './1799000000000-allow-plain-jwts.js';
import { ChooseSubs1799000001000 } from './1799000001000-choose-subs.js';
import { CreateClientRegistration1799000003000 } from './1799000003000-create-client-registration.js';
import { PresentClients1799000006000 } from './1799000006000-present-clients.js';
import { CreateRegisteredClient1799000007000 } from './1799000007000-create-registered-client.js';
import { NameGroups1799000009000 } from './1799000009000-name-groups.js';
import { OwnAgents1799000010000 } from './1799000010000-own-agents.js';
import { CreateInitialAccessToken1799000012000 } from './1799000012000-create-initial-access-token.js';
import { OrderLists1799000020000 } from './1799000020000-order-lists.js';
import { CreateUserImport1799000030000 } from './1799000030000-create-user-import.js';
import { ExtendBranding1799000040000 } from './1799000040000-extend-branding.js';
import { AddSecondFactor1799000041000 } from './1799000041000-add-second-factor.js';
import { KeepEndedSignals1799000050000 } from './1799000050000-keep-ended-signals.js';
import { IndexClientNames1799000052000 } from './1799000052000-index-client-names.js';
import { ImportDomains1799000055000 } from './1799000055000-import-domains.js';
import { FreezeDomains1799000056000 } from './1799000056000-freeze-domains.js';
import { CreateUserErasure1799000060000 } from './1799000060000-create-user-erasure.js';
import { AddAccountDeletion1799000061000 } from './1799000061000-add-account-deletion.js';
import { BatchSearchEntries1799000065000 } from './1799000065000-batch-search-entries.js';
import { CreateMailSender1799000070000 } from './1799000070000-create-mail-sender.js';
import { CreateUserInvitation1799000080000 } from './1799000080000-create-user-invitation.js';
import { CloseFrozenDomains1799000081000 } from './1799000081000-close-frozen-domains.js';
import { AddKindsOfIdentityProviders1799000090000 } from './1799000090000-add-kinds-of-identity-providers.js';
import { AddMailDomains1799000091000 } from './1799000091000-add-mail-domains.js';
import { AddSamlIdentityProviders1799000095000 } from './1799000095000-add-saml-identity-providers.js';
import { AddEditableAttributes1799000100000 } from './1799000100000-add-editable-attributes.js';
import { CreateSignUp1799000110000 } from './1799000110000-create-sign-up.js';
import { CreatePageText1799000111000 } from './1799000111000-create-page-text.js';

/** Every migration, oldest first. A released one is never edited; a later one corrects it. */
export const migrations = [
  CreateRealms1795132800000,
  CreateUsers1795136400000,
  CreateLog1795136500000,
  CreateBranding1795140000000,
  CreateMessages1795140100000,
  CreateCredentials1795140200000,
  OwnPayloads1795140300000,
  CreateSignInProgress1795140400000,
  ProvisionDomains1795140500000,
  CreateVerification1795140600000,
  CreateJobState1795140700000,
  CreateIdentityProviders1795140800000,
  CreateBackchannelLogout1795140900000,
  CreateFederation1795141000000,
  ShowRecoveryCodesAgain1795141100000,
  WatchFailures1795141200000,
  ExtendUsers1795141300000,
  TieSignInsToAnswers1795141400000,
  HashPayloadIds1795141500000,
  LimitWhatIsPending1795141510000,
  CreateMasterKeyProof1795141650000,
  OutdateSignIns1795141750000,
  CountKnownBrowsersApart1795141760000,
  RenameEncryptedColumns1795141770000,
  RenameVerification1795141780000,
  CreateClientAuthentication1795141790000,
  CreateUsedJti1795141805000,
  ChooseSigningAlgorithms1795141815000,
  NameAuditEvents1795141820000,
  ChainLog1795141821000,
  CreateWebhooks1795141830000,
  CreateUsage1795141840000,
  TraceMessages1795141841000,
  CreateDomainDeletion1795200101000,
  EncryptPersonalLogData1795200101100,
  TraceLogoutNotices1795200101200,
  CreateSharedSignals1795200201000,
  IndexSecretExpiry1795200401000,
  CreateLogRetention1795200501000,
  PushSecurityEvents1795300001000,
  CarryChangedAttributes1795300002000,
  DateLogRemoval1795300201000,
  ValidateLogRemoval1795300201100,
  PartitionLog1795300201200,
  CreateLogRemoval1795300201300,
  DateLogKeys1795300201400,
  NameMessageLeases1795300401000,
  TraceDeliveries1795300402000,
  BoundFanOut1796000002000,
  LeaseIdempotencyKeys1796000002100,
  AuthenticateLogHeads1796000004000,
  KeepReleasedNames1796000005000,
  RelaxIdentityProviders1796000006001,
  AddRefreshTokenLeeway1796000007001,
  PermitMessageSigning1796000007002,
  CreateFormSubmission1796000008000,
  AddSupportUri1796000008100,
  CreateResources1797000001000,
  LimitApiKeys1798000001000,
  DeactivateClients1798000002000,
  CreateTokenQuotas1798000002100,
  LimitSubscriptions1798000003000,
  StoreResponsesOfThePlatform1798000003001,
  CreateSubscriptionTokenBudget1798000003002,
  DescribeUsers1798000004000,
  CreateOperators1798000005000,
  AllowPlainJwts1799000000000,
  ChooseSubs1799000001000,
  CreateClientRegistration1799000003000,
  PresentClients1799000006000,
  CreateRegisteredClient1799000007000,
  NameGroups1799000009000,
  OwnAgents1799000010000,
  CreateInitialAccessToken1799000012000,
  OrderLists1799000020000,
  CreateUserImport1799000030000,
  ExtendBranding1799000040000,
  AddSecondFactor1799000041000,
  KeepEndedSignals1799000050000,
  IndexClientNames1799000052000,
  ImportDomains1799000055000,
  FreezeDomains1799000056000,
  CreateUserErasure1799000060000,
  AddAccountDeletion1799000061000,
  BatchSearchEntries1799000065000,
  CreateMailSender1799000070000,
  CreateUserInvitation1799000080000,
  CloseFrozenDomains1799000081000,
  AddKindsOfIdentityProviders1799000090000,
  AddMailDomains1799000091000,
  AddSamlIdentityProviders1799000095000,
  AddEditableAttributes1799000100000,
  CreateSignUp1799000110000,
  CreatePageText1799000111000,
];
