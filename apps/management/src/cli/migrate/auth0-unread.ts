import type { UnreadRule } from './unread-members.js';

/** What the schemas of Auth0's management API have beside what auth0.ts reads. */
export const AUTH0_UNREAD: readonly UnreadRule[] = [
  // The pages of a list, ids within the tenant, and what is always so here.
  [/^(start|limit|length|total|next)$/, null],
  [/^(clients|client_grants|roles|connections)\.(id|tenant|realms|type)$/, null],
  [
    /^clients\.(oidc_conformant|sso|sso_disabled|is_token_endpoint_ip_header_trusted|callback_url_template|custom_login_page_on|compliance_level)$/,
    null,
  ],
  [/^clients\.(cross_origin_.*|signing_keys|client_aliases|allowed_clients|external_.*)$/, null],
  [/^resource_servers\.(allow_.*|skip_consent.*|consent_policy)$/, null],
  [
    /^connections\.options\.(client_secret|.*_endpoint|jwks_uri|type|oidc_metadata|discovery_url|send_back_channel_nonce|schema_version)$/,
    null,
  ],
  [/^connections\.options\.(profile|email|ext_.*|set_user_root_attributes|attribute_map|icon_url|.*_algs?|connection_settings)$/, null],
  [/^users\.(Connection|connection|Provider|provider)$/, null],

  [
    /^users\.(created_at|updated_at|Created At|Updated At|last_.*|logins_count|multifactor_last_modified)$/,
    'the times and addresses of earlier sign-ins stay behind',
  ],
  [/^users\.blocked_for$/, 'blocks after too many attempts stay behind'],
  [
    /^clients\.(jwt_configuration|refresh_token|token_quota|par_request_expiry|session_transfer)/,
    'how tokens are signed, rotate and are limited is set elsewhere here: …/client/{clientId}/refresh-token, …/quota',
  ],
  [/^clients\.(client_metadata|description)$/, 'clients have no metadata and descriptions here: claims of a client'],
  [/^clients\.(organization_.*|default_organization|my_organization.*)$/, 'a client serves all users of the domain, without organizations'],
  [
    /^clients\.(addons|mobile|native_social_login|fedcm_login|initiate_login_uri|form_template|custom_login_page.*)$/,
    'SAML, WS-Federation, sign-ins inside of applications and pages of your own have no place here',
  ],
  [
    /^clients\.(client_authentication_methods|require_.*|signed_request_object|jwks_uri|encryption_key)$/,
    'keys and stricter rules of a client: PUT …/client/{clientId}/authentication',
  ],
  [/^clients\.token_exchange$/, 'token exchange: tokenExchange in …/client/{clientId}/grants'],
  [/^clients\.oidc_logout\./, 'every end of a session is a reason for a back-channel logout here'],
  [
    /^client_grants\.(organization_usage|allow_any_organization|subject_type|authorization_details_types|default_for)$/,
    'a grant counts for the client itself and for its users, without organizations',
  ],
  [
    /^resource_servers\.(token_lifetime_for_web|token_dialect|token_encryption|signing_.*|proof_of_possession|authorization_.*|subject_type_authorization|client_id)$/,
    'the tokens of an API: tokenFormat and signingAlgorithm of the resource',
  ],
  [/^connections\.(enabled_clients|is_domain_connection|show_as_button)$/, 'which identity providers a client offers is its providers'],
  [
    /^connections\.options\.(tenant_domain|domain|upstream_params|api_enable_.*|non_persistent_attrs)$/,
    'a sign-in leads to a provider by its button, by the domain of the mail address (mailDomains), or by idp in the request',
  ],
  [
    /^connections\.(metadata|authentication|connected_accounts|cross_app.*|directory_provisioning.*|options\..*)$/,
    'what else a connection does has no place here: a provider signs people in, and brings claims',
  ],
  [
    /^(tenant|pages|rules.*|hooks|actions|triggers|databases|emailTemplates|emailProvider|guardian.*|attackProtection|branding|prompts|themes|logStreams|customDomains|clientGrants|resourceServers|forms|flows.*)$/,
    'the format of the deploy CLI has no ids of clients: use the answers of the management API',
  ],
];
