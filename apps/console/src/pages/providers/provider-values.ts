import type { components } from '@latchkey/api-client';
import { toField } from '../../ui/violations.js';
import { DEFAULT_SAML, toSaml, toSamlValues, type SamlValues } from './saml-values.js';

export type Provider = components['schemas']['IdentityProviderResponse'];
export type ProviderRequest = components['schemas']['IdentityProviderRequest'];
export type AuthMethod = NonNullable<ProviderRequest['tokenEndpointAuthMethod']>;

/** A member of an object, as a row of two fields. */
export interface Pair {
  key: string;
  value: string;
}

export type ProviderValues = SamlValues & {
  kind: NonNullable<ProviderRequest['kind']>;
  /** Of the kind oauth2. */
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userinfoEndpoint: string;
  emailsEndpoint: string;
  subjectClaim: string;
  /** Both empty: the client secret is sent as it is. */
  appleTeamId: string;
  appleKeyId: string;
  displayName: string;
  enabled: boolean;
  issuer: string;
  clientId: string;
  /** Empty: the stored one stays. */
  clientSecret: string;
  tokenEndpointAuthMethod: AuthMethod;
  scopes: string[];
  claimMapping: Pair[];
  requiredClaims: Pair[];
  createUsers: boolean;
  trustEmailVerified: boolean;
  requireNonce: boolean;
  formPost: boolean;
  mailDomains: string[];
  enforceMailDomains: boolean;
};

/** What the API maps if a request maps nothing: standard claims become the attributes of their names. */
const STANDARD_CLAIMS = [
  'preferred_username',
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'email',
  'email_verified',
  'phone_number',
  'phone_number_verified',
  'picture',
  'locale',
  'zoneinfo',
];

export const DEFAULT_VALUES: ProviderValues = {
  ...DEFAULT_SAML,
  kind: 'oidc',
  authorizationEndpoint: '',
  tokenEndpoint: '',
  userinfoEndpoint: '',
  emailsEndpoint: '',
  subjectClaim: '',
  appleTeamId: '',
  appleKeyId: '',
  displayName: '',
  enabled: true,
  issuer: '',
  clientId: '',
  clientSecret: '',
  tokenEndpointAuthMethod: 'client_secret_basic',
  scopes: ['openid', 'profile', 'email'],
  claimMapping: STANDARD_CLAIMS.map((claim) => ({ key: claim, value: claim })),
  requiredClaims: [],
  createUsers: true,
  trustEmailVerified: false,
  requireNonce: true,
  formPost: false,
  mailDomains: [],
  enforceMailDomains: false,
};

const toPairs = (object: Record<string, unknown> | null | undefined): Pair[] =>
  Object.entries(object ?? {}).flatMap(([key, values]) =>
    [values].flat().map((value) => ({ key, value: typeof value === 'string' ? value : JSON.stringify(value) })),
  );

/** Whether each standard claim becomes the attribute of its name, and nothing else. */
export const isStandardMapping = (pairs: readonly Pair[]): boolean =>
  pairs.length === STANDARD_CLAIMS.length && pairs.every(({ key, value }) => key === value && STANDARD_CLAIMS.includes(key));

const isFilled = ({ key, value }: Pair) => key.trim() !== '' || value.trim() !== '';

/** `true`, `false` and whole numbers are meant as such. */
function toClaimValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}

/** Rows of one claim are a list: one of its values is enough. */
function toRequiredClaims(pairs: readonly Pair[]): ProviderRequest['requiredClaims'] {
  const byClaim = new Map<string, ReturnType<typeof toClaimValue>[]>();
  for (const { key, value } of pairs.filter(isFilled)) byClaim.set(key, [...(byClaim.get(key) ?? []), toClaimValue(value)]);
  const claims = [...byClaim].map(([claim, values]) => [claim, values.length === 1 ? values[0]! : values] as const);
  // The generated type also has the rule for names of claims, as if no name were possible.
  return Object.fromEntries(claims) as ProviderRequest['requiredClaims'];
}

export function toValues(provider: Provider): ProviderValues {
  return {
    ...toSamlValues(provider.saml),
    kind: provider.kind ?? 'oidc',
    authorizationEndpoint: provider.oauth2?.authorizationEndpoint ?? '',
    tokenEndpoint: provider.oauth2?.tokenEndpoint ?? '',
    userinfoEndpoint: provider.oauth2?.userinfoEndpoint ?? '',
    emailsEndpoint: provider.oauth2?.emailsEndpoint ?? '',
    subjectClaim: provider.oauth2?.subjectClaim ?? '',
    appleTeamId: provider.appleKey?.teamId ?? '',
    appleKeyId: provider.appleKey?.keyId ?? '',
    displayName: provider.displayName ?? '',
    enabled: provider.enabled ?? true,
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: '',
    tokenEndpointAuthMethod: provider.tokenEndpointAuthMethod ?? 'client_secret_basic',
    scopes: provider.scopes ?? [],
    claimMapping: toPairs(provider.claimMapping),
    requiredClaims: toPairs(provider.requiredClaims),
    createUsers: provider.createUsers ?? true,
    trustEmailVerified: provider.trustEmailVerified ?? false,
    requireNonce: provider.requireNonce ?? true,
    formPost: provider.responseMode === 'form_post',
    mailDomains: provider.mailDomains ?? [],
    enforceMailDomains: provider.enforceMailDomains ?? false,
  };
}

export function toBody(values: ProviderValues): ProviderRequest {
  const { kind, issuer, clientId, displayName, claimMapping, requiredClaims, mailDomains, enforceMailDomains } = values;
  const { enabled, createUsers, trustEmailVerified } = values;
  return {
    ...(kind !== 'oidc' && { kind }),
    issuer: issuer.trim(),
    clientId,
    ...(kind === 'saml' ? { saml: toSaml(values) } : toOAuth(values)),
    ...(displayName && { displayName }),
    enabled,
    createUsers,
    trustEmailVerified,
    claimMapping: Object.fromEntries(claimMapping.filter(isFilled).map(({ key, value }) => [key, value])),
    requiredClaims: toRequiredClaims(requiredClaims),
    ...(mailDomains.length > 0 && { mailDomains, enforceMailDomains }),
  } as ProviderRequest;
}

/** The members that SAML does not have. */
function toOAuth(values: ProviderValues): Partial<ProviderRequest> {
  const { kind, clientSecret, appleTeamId, appleKeyId, tokenEndpointAuthMethod, scopes, requireNonce, formPost } = values;
  const sendsSecret = clientSecret !== '' && tokenEndpointAuthMethod !== 'private_key_jwt';
  return {
    ...(kind === 'oauth2' && { oauth2: toEndpoints(values) }),
    ...(sendsSecret && { clientSecret }),
    ...((appleTeamId || appleKeyId) && { appleKey: { teamId: appleTeamId, keyId: appleKeyId } }),
    tokenEndpointAuthMethod,
    scopes,
    requireNonce,
    responseMode: formPost ? 'form_post' : null,
  };
}

function toEndpoints(values: ProviderValues): NonNullable<ProviderRequest['oauth2']> {
  const { authorizationEndpoint, tokenEndpoint, userinfoEndpoint, emailsEndpoint, subjectClaim } = values;
  return {
    authorizationEndpoint,
    tokenEndpoint,
    userinfoEndpoint,
    ...(emailsEndpoint && { emailsEndpoint }),
    ...(subjectClaim && { subjectClaim }),
  };
}

const RENAMED: Readonly<Record<string, string>> = {
  responseMode: 'formPost',
  'appleKey.teamId': 'appleTeamId',
  appleKey: 'appleKeyId',
  oauth2: 'tokenEndpoint',
  saml: 'ssoUrl',
};

/** A violation inside a mapping or list stands below the whole of it. */
export function toProviderField(pointer: string): string {
  const path = pointer.startsWith('/') ? toField(pointer) : pointer;
  const [field = '', member = ''] = path.split('.');
  return RENAMED[path] ?? (field === 'oauth2' || field === 'saml' ? member : (RENAMED[field] ?? field));
}
