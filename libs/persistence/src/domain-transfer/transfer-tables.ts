/** How the rows of a table are exported and imported. No name here comes from a file or a user. */
export interface TransferTable {
  name: string;
  /** The columns that identify a row within its domain. Rows are read in their order. */
  key: readonly string[];
  /** All exported columns without encrypted ones. */
  columns: readonly string[];
  /** Columns that the master key encrypts. */
  encrypted: readonly string[];
  /** Columns that the receiver sets itself, in the order of the rows. */
  assigned: readonly string[];
}

interface Definition {
  name: string;
  key: string;
  columns?: string;
  encrypted?: string;
  assigned?: string;
}

/**
 * The tables and columns of a file, parents first. This is the schema of version 1: a new column is a new version, or has its place in
 * LEFT_OUT_COLUMNS. @property columns beside those of the key
 */
const DEFINITIONS: readonly Definition[] = [
  { name: 'signing_key', key: 'kid', columns: 'algorithm public_jwk created_at signs_from', encrypted: 'private_key' },
  {
    name: 'branding',
    key: '',
    columns: 'name logo_url accent_color support_uri dark_logo_url favicon_url corners font background_color terms_uri privacy_uri',
  },
  { name: 'page_text', key: 'language', columns: 'texts' },
  { name: 'mail_sender', key: '', columns: 'name address selector public_key', encrypted: 'private_key' },
  { name: 'scope_claims', key: 'kind', columns: 'scopes' },
  { name: 'log_retention', key: '', columns: 'days personal_days placed_until' },
  { name: 'client_registration', key: '', columns: 'metadata_documents dynamic_registration' },
  { name: 'initial_access_token', key: 'id', columns: 'name hash expires_at max_uses uses created_at' },
  {
    name: 'identity_provider',
    key: 'name',
    columns:
      'issuer client_id token_endpoint_auth_method scopes claim_mapping display_name enabled trust_email_verified create_users created_at updated_at require_nonce response_mode required_claims kind oauth2 apple_key mail_domains enforce_mail_domains saml',
    encrypted: 'client_secret',
  },
  {
    name: 'resource',
    key: 'resource_id',
    columns: 'audience name scopes access_token_expiry token_format signing_algorithm enforce_roles created_at updated_at',
  },
  { name: 'role', key: 'role', columns: 'description created_at updated_at display_name external_id' },
  { name: 'role_permission', key: 'role resource_id', columns: 'scopes' },
  {
    name: 'end_user',
    // Their order in lists.
    key: 'block created_at sub',
    assigned: 'block',
    columns:
      'active identity_provider username_key search_text attributes updated_at upstream_issuer upstream_sub vouched_for sign_in_epoch last_sign_in_at sub_text',
  },
  { name: 'user_role', key: 'sub role' },
  { name: 'user_activity', key: 'sub', columns: 'last_active_on' },
  { name: 'log_key', key: 'sub month', encrypted: 'encrypted' },
  {
    name: 'passkey',
    key: 'id',
    columns: 'sub credential_id public_key sign_count transports aaguid backup_eligible backed_up name created_at last_used_at',
  },
  {
    name: 'totp',
    key: 'sub',
    columns: 'confirmed_at last_used_at last_step failures locked_until pending_until known_failures known_locked_until',
    encrypted: 'secret pending_secret',
  },
  { name: 'recovery_code', key: 'sub hash', columns: 'created_at used_at shown_in shown_until', encrypted: 'encrypted' },
  {
    name: 'client',
    key: 'client_id',
    columns:
      'client_type grant_type scope audiences redirect_uris post_sign_out_redirect_uris allow_local_login providers policies allowed_origins access_token_expiry id_token_expiry refresh_token_expiry created_at updated_at id_token_algorithms access_token_algorithms refresh_token_leeway access_token_claims further_grants active deactivated_at token_quota presentation name_key owner_id expires_at',
  },
  { name: 'client_secret', key: 'client_id id', columns: 'hash created_at expires_at' },
  { name: 'client_secret_use', key: 'client_id secret_id', columns: 'last_used_at' },
  { name: 'client_authentication', key: 'client_id', columns: 'sender_constraint profile' },
  {
    name: 'client_authentication_method',
    key: 'client_id id',
    columns: 'position type jwks jwks_uri issuer subject certificate_name certificate_value',
  },
  { name: 'client_authentication_method_use', key: 'client_id method_id', columns: 'last_used_at' },
  { name: 'client_resource', key: 'client_id resource_id', columns: 'scopes' },
  { name: 'client_role', key: 'client_id role' },
  { name: 'registered_client', key: 'client_id', columns: 'token_hash used created_at' },
  { name: 'backchannel_logout', key: 'client_id', columns: 'uri session_required' },
  {
    name: 'webhook',
    key: 'id',
    columns: 'url event_types enabled description previous_secret_expires_at public_key disabled_reason created_at',
    encrypted: 'secret previous_secret private_key',
  },
  {
    name: 'ssf_stream',
    key: 'id',
    columns: 'client_id events_requested description status status_reason verified_at created_at push_endpoint',
    encrypted: 'authorization_header',
  },
  { name: 'ssf_removed_subject', key: 'stream_id subject' },
  {
    name: 'oidc_payload',
    key: 'model hash',
    columns: 'payload client_id grant_id uid user_code consumed_at expires_at sub session_uid sids slot untouched_since',
  },
  {
    name: 'magic_link',
    key: 'hash',
    columns: 'sub redirect_uri reset_passkeys created_at expires_at used_at interaction_uid channel sign_in_epoch',
  },
  { name: 'sign_up', key: 'hash', columns: 'id email interaction_uid redirect_uri roles attributes created_at expires_at' },
  { name: 'passkey_challenge', key: 'challenge', columns: 'purpose sub expires_at slot' },
  { name: 'sign_in_progress', key: 'uid', columns: 'sub methods expires_at federation sign_in_epoch' },
  { name: 'federation_request', key: 'state_hash', columns: 'browser_hash provider issuer uid client_id max_age expires_at used_at slot' },
  { name: 'federated_login', key: 'uid', columns: 'sub provider issuer sid expires_at', encrypted: 'id_token' },
  { name: 'used_jti', key: 'hash', columns: 'expires_at' },
  { name: 'usage_count', key: 'day kind subject', columns: 'count' },
  { name: 'user_erasure', key: 'id', columns: 'sub sub_text erased_at receipt' },
  { name: 'log_removal', key: 'id', columns: 'first_sequence jws created_at' },
  { name: 'log_checkpoint', key: 'sequence', columns: 'jws created_at' },
  {
    name: 'log_entry',
    key: 'sequence',
    columns:
      'at type actor_type actor_id actor_name request_id sub sub_text client_id data encrypted_data trace_id hash previous_hash removed_from',
  },
];

const split = (names = ''): string[] => names.split(' ').filter(Boolean);

export const TRANSFER_TABLES: readonly TransferTable[] = DEFINITIONS.map(({ name, key, columns, encrypted, assigned }) => ({
  name,
  key: split(key),
  columns: [...split(key), ...split(columns)].filter((column) => !split(assigned).includes(column)),
  encrypted: split(encrypted),
  assigned: split(assigned),
}));

/** Tables that no file contains, and why. docs/moving.md tells operators. */
export const LEFT_OUT_TABLES: Readonly<Record<string, string>> = {
  client_token_budget: 'what the installation has counted of a quota in the current period',
  domain_origin: 'its keys are in the header of the file, encrypted',
  domain_verification: 'the proof of ownership that one installation has asked for',
  form_submission: 'the answers of the last seconds to forms that were sent twice',
  job_state: 'the jobs of an installation',
  log_chain: 'its end is in the header of the file, and the receiver authenticates it with its own key',
  logout_notice: 'the installation that has them delivers them',
  message: 'the installation that has them sends them',
  ssf_change: 'the installation that has them delivers them',
  ssf_ended_event: 'a record of deliveries of an installation',
  ssf_event: 'the installation that has them delivers them',
  user_count: 'the receiver counts what it has imported',
  user_import: 'an import in progress is a job of an installation',
  user_import_line: 'an import in progress is a job of an installation',
  user_invitation: 'an invitation is work of an installation',
  user_invitation_recipient: 'an invitation is work of an installation',
  webhook_delivery: 'the installation that has them delivers them',
  webhook_outbox: 'the installation that has them delivers them',
};

/** Columns of exported tables that no file contains, and why. */
export const LEFT_OUT_COLUMNS: Readonly<Record<string, string>> = {
  'client.revision': 'of the caches of an installation',
  'domain.dns_begun_at': 'DNS records of an installation',
  'domain.dns_target': 'DNS records of an installation',
  'domain.frozen_at': 'the domain is frozen where it leaves, not where it arrives',
  'domain.importing_until': 'only during an import',
  'domain.kind': 'the receiver knows its own sandbox zone',
  'domain.next_check_at': 'the receiver checks the name itself',
  'domain.revision': 'of the caches of an installation',
  'domain.status': 'the receiver serves the domain, or waits for a proof',
  'domain.status_detail': 'the receiver serves the domain, or waits for a proof',
  'domain.subscription_id': 'the domain belongs to the subscription that imports it',
  'domain.verified_at': 'the receiver proves the ownership of the name',
  'end_user.block': 'the receiver assigns it, in the order of the users',
  'identity_provider.revision': 'of the caches of an installation',
  'log_entry.changed': 'no longer used',
  'log_entry.id': 'of an installation; the order is that of the sequence numbers',
  'log_entry.identity_provider': 'no longer used',
  'log_entry.operation': 'no longer used',
  'log_entry.traceparent': 'only for deliveries, which stay',
  'mail_sender.checked_at': 'the receiver checks the address itself',
  'mail_sender.verified': 'the receiver checks the address itself',
  'ssf_stream.failing_since': 'of deliveries, which stay',
  'ssf_stream.failures': 'of deliveries, which stay',
  'ssf_stream.leased_until': 'of deliveries, which stay',
  'ssf_stream.leases': 'of deliveries, which stay',
  'ssf_stream.next_attempt_at': 'of deliveries, which stay',
  'webhook.failing_since': 'of deliveries, which stay',
  'webhook.failures': 'of deliveries, which stay',
  'webhook.leased_until': 'of deliveries, which stay',
  'webhook.leases': 'of deliveries, which stay',
  'webhook.next_attempt_at': 'of deliveries, which stay',
};
