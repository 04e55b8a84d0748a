import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BrandingRepository } from './branding/branding.repository.js';
import { BackchannelLogoutRepository } from './backchannel-logout/backchannel-logout.repository.js';
import { LogoutNoticeRepository } from './backchannel-logout/logout-notice.repository.js';
import { ClientSecretRepository } from './client/client-secret.repository.js';
import { ClientRepository } from './client/client.repository.js';
import { connect } from './connection/connect.js';
import { createDataSource, type DatabaseOptions } from './connection/data-source.js';
import { Database } from './connection/database.js';
import { DatabaseShutdownService } from './connection/database-shutdown.service.js';
import { DnsAttemptRepository } from './dns-attempt/dns-attempt.repository.js';
import { DomainProvisioningRepository } from './domain/domain-provisioning.repository.js';
import { DomainRepository } from './domain/domain.repository.js';
import { ServedDomainRepository } from './domain/served-domain.repository.js';
import { MasterKeyProofRepository } from './master-key-proof/master-key-proof.repository.js';
import { OidcPayloadRepository } from './oidc-payload/oidc-payload.repository.js';
import { PendingPayloadRepository } from './oidc-payload/pending-payload.repository.js';
import { SigningKeyRepository } from './signing-key/signing-key.repository.js';
import { ApiKeyRepository } from './subscription/api-key.repository.js';
import { ClientSecretLastUseRepository } from './client/client-secret-last-use.repository.js';
import { IdempotencyRepository } from './idempotency/idempotency.repository.js';
import { JobStateRepository } from './job-state/job-state.repository.js';
import { RemovedIdentityProviderUsersRepository } from './identity-provider/removed-identity-provider-users.repository.js';
import { IdentityProviderRepository } from './identity-provider/identity-provider.repository.js';
import { ServedIdentityProviderRepository } from './identity-provider/served-identity-provider.repository.js';
import { LogRepository } from './log/log.repository.js';
import { MagicLinkRepository } from './magic-link/magic-link.repository.js';
import { MessageRepository } from './message/message.repository.js';
import { CredentialRepository } from './credential/credential.repository.js';
import { PasskeyChallengeRepository } from './passkey/passkey-challenge.repository.js';
import { PasskeyRepository } from './passkey/passkey.repository.js';
import { RecoveryCodeRepository } from './recovery-code/recovery-code.repository.js';
import { SignInProgressRepository } from './sign-in-progress/sign-in-progress.repository.js';
import { TotpRepository } from './totp/totp.repository.js';
import { RateLimitRepository } from './rate-limit/rate-limit.repository.js';
import { ScopeClaimsRepository } from './scope-claims/scope-claims.repository.js';
import { FederatedLoginRepository } from './federation/federated-login.repository.js';
import { FederationRequestRepository } from './federation/federation-request.repository.js';
import { FederatedUserRepository } from './user/federated-user.repository.js';
import { LoginNameRepository } from './user/login-name.repository.js';
import { UserSearchRepository } from './user/user-search.repository.js';
import { UserRepository } from './user/user.repository.js';
import { DomainVerificationRepository } from './domain-verification/domain-verification.repository.js';
import { retryOutages } from './connection/retry-outages.js';
import { EncryptedValueRepository } from './encrypted-value/encrypted-value.repository.js';
import { SubscriptionRepository } from './subscription/subscription.repository.js';

const REPOSITORIES = [
  SubscriptionRepository,
  ApiKeyRepository,
  DomainRepository,
  DomainProvisioningRepository,
  DnsAttemptRepository,
  BrandingRepository,
  IdentityProviderRepository,
  RemovedIdentityProviderUsersRepository,
  ServedIdentityProviderRepository,
  ServedDomainRepository,
  SigningKeyRepository,
  ClientRepository,
  ClientSecretRepository,
  BackchannelLogoutRepository,
  LogoutNoticeRepository,
  OidcPayloadRepository,
  PendingPayloadRepository,
  ClientSecretLastUseRepository,
  UserRepository,
  DomainVerificationRepository,
  UserSearchRepository,
  MagicLinkRepository,
  MessageRepository,
  FederatedUserRepository,
  FederatedLoginRepository,
  FederationRequestRepository,
  LoginNameRepository,
  CredentialRepository,
  PasskeyRepository,
  PasskeyChallengeRepository,
  TotpRepository,
  RecoveryCodeRepository,
  SignInProgressRepository,
  ScopeClaimsRepository,
  LogRepository,
  IdempotencyRepository,
  RateLimitRepository,
  EncryptedValueRepository,
  MasterKeyProofRepository,
  JobStateRepository,
];

export interface PersistenceOptions extends DatabaseOptions {
  /** Told why, each time that the database could not be reached while the process starts. */
  onWait: (error: unknown) => void;
  /** Decides, before anything else uses the database, whether this process may. It throws if not. */
  proveMasterKey?: (proofs: MasterKeyProofRepository) => Promise<void>;
}

@Global()
@Module({})
export class PersistenceModule {
  static forRoot(options: PersistenceOptions): DynamicModule {
    return {
      module: PersistenceModule,
      providers: [
        { provide: DataSource, useFactory: () => connect(createDataSource(options), options.onWait) },
        { provide: Database, useFactory: (source: DataSource) => openDatabase(source, options), inject: [DataSource] },
        DatabaseShutdownService,
        ...REPOSITORIES,
      ],
      exports: [Database, ...REPOSITORIES],
    };
  }
}

async function openDatabase(source: DataSource, { proveMasterKey, onWait }: PersistenceOptions): Promise<Database> {
  const database = new Database(source);
  if (proveMasterKey) await retryOutages(() => proveMasterKey(new MasterKeyProofRepository(database)), onWait);
  return database;
}
