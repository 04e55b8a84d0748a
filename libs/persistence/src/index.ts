export { ClientSecretRepository } from './client/client-secret.repository.js';
export { Client, type ClientConfiguration } from './client/client.entity.js';
export { ClientRepository } from './client/client.repository.js';
export { isDatabaseOutage } from './database-fault.js';
export { Database } from './database.js';
export { Domain, type DomainKind, type DomainStatus } from './domain/domain.entity.js';
export { DomainRepository, type NameConflict, type NewDomain } from './domain/domain.repository.js';
export {
  ServedDomainRepository,
  type CurrentRevision,
  type RevisionQuestion,
  type ServedClient,
  type ServedDomain,
} from './domain/served-domain.repository.js';
export { migrate } from './migrate.js';
export { OidcPayloadRepository, type PayloadKey, type StoredPayload } from './oidc-payload/oidc-payload.repository.js';
export { PersistenceModule, type PersistenceOptions } from './persistence.module.js';
export { retryOutages } from './retry-outages.js';
export { SigningKey } from './signing-key/signing-key.entity.js';
export { SigningKeyRepository, type NewSigningKey } from './signing-key/signing-key.repository.js';
export { ApiKey } from './subscription/api-key.entity.js';
export { ApiKeyRepository, type LiveApiKey } from './subscription/api-key.repository.js';
export { Subscription } from './subscription/subscription.entity.js';
export { SubscriptionRepository } from './subscription/subscription.repository.js';
