import type { UnreadRule } from './unread-members.js';

/** What the types of the API reference of Amazon Cognito have beside what cognito.ts reads. */
export const COGNITO_UNREAD: readonly UnreadRule[] = [
  // The pages of a list, ids and times of the pool, and what is always so here.
  [/^(PaginationToken|NextToken|ResponseMetadata)$/, null],
  [/^[A-Za-z]+\.(UserPoolId|CreationDate|LastModifiedDate)$/, null],
  [/^UserPoolClient\.(PreventUserExistenceErrors|EnableTokenRevocation|DefaultRedirectURI)$/, null],
  [/^IdentityProvider\.ProviderDetails\.(client_secret|.*_url|attributes_.*|api_version|token_request_method)$/, null],

  [/^Users\.(UserCreateDate|UserLastModifiedDate)$/, 'the time at which a user was created is that of the import'],
  [/^Users\.(PreferredMfaSetting|MFAOptions)$/, 'which second factor a user prefers stays behind'],
  [/^Groups\.(RoleArn|Precedence)$/, 'roles of AWS and their precedence have no place here'],
  [
    /^UserPoolClient\.(AuthSessionValidity|TokenValidityUnits|RefreshTokenRotation)$/,
    'how long a sign-in may take, and how refresh tokens rotate, is fixed here',
  ],
  [/^UserPoolClient\.ExplicitAuthFlows$/, 'sign-ins by the SDK, with passwords or challenges, have no place here'],
  [/^UserPoolClient\.(ReadAttributes|WriteAttributes)$/, 'which attributes a client gets follows from its scopes'],
  [/^UserPoolClient\.SupportedIdentityProviders$/, 'which identity providers a client offers is its providers, and allowLocalLogin'],
  [/^UserPoolClient\.(AnalyticsConfiguration|EnablePropagate.*)$/, 'services of AWS have no place here'],
  [/^IdentityProvider\.AttributeMapping$/, 'the mapping of attributes: claimMapping of the provider'],
  [
    /^IdentityProvider\.(IdpIdentifiers|ProviderDetails\..*)$/,
    'what else a provider does has no place here: it signs people in, and brings claims',
  ],
  [/^UserPool$/, 'the pool itself: sign-ins, mails and pages are PUT …/sign-in, …/mail-sender and …/branding; triggers have no place here'],
];
