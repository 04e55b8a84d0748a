export type { DnsTarget } from './dns-variables.js';
export { outgoingPolicyOf, type OutgoingPolicy } from './outgoing-policy.js';
export type { OutgoingAllow } from './outgoing-variables.js';
export { SettingsError, type Environment } from './environment.js';
export {
  authUrlOf,
  mtlsHostPrefixOf,
  mtlsUrlOf,
  readApiSettings,
  readAuthSettings,
  readManagementSettings,
  readMigrationSettings,
  readMisspeltSettings,
  readsClientCertificates,
  type AuthSettings,
  type ClientCertificateHeader,
  type ManagementSettings,
} from './settings.js';
export type { TrustedProxies } from './variables.js';
