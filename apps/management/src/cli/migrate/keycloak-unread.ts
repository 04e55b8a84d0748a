import type { UnreadRule } from './unread-members.js';

/** What the representations of Keycloak have beside what keycloak.ts reads. */
export const KEYCLOAK_UNREAD: readonly UnreadRule[] = [
  // Ids within the database, what others of the members repeat, and what is always so here.
  [/^(id|realm|keycloakVersion|enabled|sslRequired|defaultRole|defaultRoles|roles\.realm\.composite|roles\.client\.\*\.composite)$/, null],
  [/^.+\.(id|internalId|containerId|clientRole|access|self|subGroupCount|parentId|path)$/, null],
  [/^groups\.(name|attributes)(\.|$)/, null],
  [/^users\.(totp|origin|disableableCredentialTypes|userProfileMetadata)$/, null],
  [/^clients\.(surrogateAuthRequired|alwaysDisplayInConsole|nodeReRegistrationTimeout|registeredNodes|access|type)$/, null],
  [/^clients\.attributes\.(realm_client|client\.secret\.creation\.time|pkce\.code\.challenge\.method|saml.*)$/, null],
  [/^clients\.attributes\.(backchannel\.logout\.session\.required|use\.refresh\.tokens)$/, null],
  [/^identityProviders\.config\.(clientSecret|authorizationUrl|tokenUrl|userInfoUrl|jwksUrl|logoutUrl|metadataDescriptorUrl)$/, null],
  [/^identityProviders\.config\.(validateSignature|useJwksUrl|syncMode|pkce.*|guiOrder|acceptsPromptNoneForwardFromClient)$/, null],

  [/^users\.createdTimestamp$/, 'the time at which a user was created is that of the import'],
  [/^users\.(notBefore|offline.*)$/, 'sessions stay behind: everybody signs in once again'],
  [/^users\.requiredActions$/, 'actions at the next sign-in stay behind: a link proves the address, and the account page adds passkeys'],
  [/^users\.clientConsents$/, 'consent is asked for again'],
  [/^users\.federationLink$/, 'users of LDAP and of other user storage become local users'],
  [/^users\.(verifiableCredentials|issuedVerifiableCredentials)$/, 'verifiable credentials have no place here'],
  [
    /^(federatedUsers|userFederation.*|components)$/,
    'LDAP, other user storage, the user profile and the keys of the realm stay behind: keys rotate here',
  ],

  [/^roles\..*\.attributes$/, 'roles have no attributes here'],
  [
    /^(defaultGroups|scopeMappings|clientScopeMappings)$/,
    'new users get no groups here, and clients all roles of their users: limit them by enforceRoles',
  ],
  [
    /^clients\.(fullScopeAllowed|defaultRoles)$/,
    'tokens name the roles of their users where an API enforces roles: enforceRoles of the resource',
  ],
  [
    /^(clientScopes|default(Default|Optional)ClientScopes|protocolMappers|clientTemplates)$/,
    'client scopes and mappers are claims of scopes: …/id_token/claims_supported',
  ],
  [/^clients\.(clientTemplate|useTemplate.*)$/, 'client templates have no place here'],
  [
    /^clients\.(authorizationSettings|authorizationServicesEnabled)$/,
    'policies of authorization services have no place here: roles permit scopes of resources',
  ],
  [
    /^clients\.(authenticationFlowBindingOverrides|frontchannelLogout)$/,
    'authentication flows and front-channel logout: policies of the client, and backchannelLogout',
  ],
  [
    /^clients\.(description|adminUrl|notBefore|registrationAccessToken)$/,
    'descriptions, the admin URL and tokens of registrations have no place here',
  ],
  [
    /^clients\.attributes\.(.*lifespan.*|.*(session|idle|max)\..*)$/i,
    'the lifetimes of tokens: accessTokenExpiry, idTokenExpiry, refreshTokenExpiry of a client',
  ],
  [
    /^(access|sso|offline|client|action|oauth2|revokeRefresh|refreshToken).*(Lifespan|Timeout|Max|Interval|Reuse|Token|Login|Enabled|UserAction|Me|Flow)/,
    'the lifetimes of tokens and sessions: accessTokenExpiry, idTokenExpiry, refreshTokenExpiry of each client',
  ],
  [/^notBefore$/, 'sessions stay behind: everybody signs in once again'],

  [/^(identityProviderMappers)$/, 'mappers of identity providers: claimMapping of the provider'],
  [/^identityProviders\.(storeToken|addReadTokenRoleOnCreate)$/, 'tokens of identity providers are not kept for others here'],
  [
    /^identityProviders\.(firstBrokerLoginFlowAlias|postBrokerLoginFlowAlias|updateProfileFirstLogin.*|authenticateByDefault|hideOnLogin|types|organization.*)$/,
    'what happens around a sign-in at a provider is fixed here; which ones a client offers is its providers',
  ],

  [
    /^(password|otp|webAuthn|bruteForce|permanentLockout|maxTemporary|maxFailure|minimumQuick|waitIncrement|quickLogin|maxDelta|failureFactor|requiredCredentials)/,
    'there are no passwords here; passkeys, codes and attempts have fixed rules',
  ],
  [
    /^(registration|rememberMe|verifyEmail|loginWithEmail|duplicateEmails|resetPassword|editUsername|requiredActions|authenticat.*|.*Flow)/,
    'sign-ins follow fixed rules here: policies of a client, and …/sign-in',
  ],
  [
    /^(displayName|.*Theme|localizationTexts|internationalization.*|supportedLocales|defaultLocale|browserSecurityHeaders)/,
    'how pages look: PUT …/branding; they speak ten languages by themselves',
  ],
  [/^smtpServer$/, 'the sender of mails: PUT …/mail-sender'],
  [/^(events|enabledEventTypes|adminEvents).*/, 'events are in the log of the domain, and go to webhooks'],
  [/^organizations/, 'organizations have no place here: attributes and roles of their members'],
  [
    /^(clientProfiles|clientPolicies|attributes|defaultSignatureAlgorithm|userManagedAccessAllowed|oid4Vci.*|adminPermissions.*)$/,
    'settings of the realm that have no counterpart here, or are settings of each client',
  ],
  [
    /^(privateKey|publicKey|certificate|codeSecret|social.*|application.*|oauthClients|.*CacheEnabled|updateProfile.*|directGrant.*)/,
    'settings of old releases of Keycloak have no place here',
  ],
];
