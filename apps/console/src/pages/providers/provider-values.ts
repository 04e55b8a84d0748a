import type { components } from '@latchkey/api-client';
import { toField } from '../../ui/violations.js';

export type Provider = components['schemas']['IdentityProviderResponse'];
export type ProviderRequest = components['schemas']['IdentityProviderRequest'];
export type AuthMethod = NonNullable<ProviderRequest['tokenEndpointAuthMethod']>;

/** A member of an object, as a row of two fields. */
export interface Pair {
  key: string;
  value: string;
}

export type ProviderValues = {
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
};

const toPairs = (object: Record<string, unknown> | null | undefined): Pair[] =>
  Object.entries(object ?? {}).map(([key, value]) => ({ key, value: typeof value === 'string' ? value : JSON.stringify(value) }));

/** Whether each standard claim becomes the attribute of its name, and nothing else. */
export const isStandardMapping = (pairs: readonly Pair[]): boolean =>
  pairs.length === STANDARD_CLAIMS.length && pairs.every(({ key, value }) => key === value && STANDARD_CLAIMS.includes(key));

const isFilled = ({ key, value }: Pair) => key.trim() !== '' || value.trim() !== '';

/** `true`, `false` and whole numbers are meant as such. */
function toClaimValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}

export function toValues(provider: Provider): ProviderValues {
  return {
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
  };
}

export function toBody(values: ProviderValues): ProviderRequest {
  const { clientSecret, displayName, claimMapping, requiredClaims, formPost, ...others } = values;
  const sendsSecret = clientSecret !== '' && values.tokenEndpointAuthMethod !== 'private_key_jwt';
  return {
    ...others,
    issuer: values.issuer.trim(),
    ...(displayName && { displayName }),
    ...(sendsSecret && { clientSecret }),
    claimMapping: Object.fromEntries(claimMapping.filter(isFilled).map(({ key, value }) => [key, value])),
    requiredClaims: Object.fromEntries(requiredClaims.filter(isFilled).map(({ key, value }) => [key, toClaimValue(value)])),
    responseMode: formPost ? 'form_post' : null,
  } as ProviderRequest;
}

/** A violation inside a mapping stands below the whole of it. */
export function toProviderField(pointer: string): string {
  const [field = ''] = pointer.startsWith('/') ? toField(pointer).split('.') : [pointer];
  return field === 'responseMode' ? 'formPost' : field;
}
