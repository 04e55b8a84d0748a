import {
  IconBrandApple,
  IconBrandGithub,
  IconBrandGoogle,
  IconBrandWindows,
  IconBuildingBank,
  IconCertificate,
  IconCircle,
  IconPlugConnected,
  IconShieldLock,
} from '@tabler/icons-react';
import { message } from '../../messages/message.js';
import { DEFAULT_VALUES, type ProviderValues } from './provider-values.js';

/** A part of the issuer that differs for each customer of a provider. */
export interface IssuerPart {
  name: string;
  label: string;
  hint: string;
  placeholder: string;
}

export interface Preset {
  id: string;
  label: string;
  /** What one finds there. */
  hint: string;
  icon: typeof IconBrandGoogle;
  /** The name in addresses, until the operator chooses another one. */
  name: string;
  parts: IssuerPart[];
  toIssuer: (parts: Record<string, string>) => string;
  values: Partial<ProviderValues>;
  /** A claim of this name admits one organization only, and may be left out. */
  organizationClaim?: IssuerPart;
  /** What people trip over. */
  advice?: string;
}

const OPEN_ID = ['openid', 'profile', 'email'];
const trim = (text: string | undefined, missing: string) => text?.trim() || missing;
/** People paste whole addresses where a host is asked for. */
const toHost = (text: string | undefined, missing: string) =>
  trim(text, missing)
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '');

export const PRESETS: Preset[] = [
  {
    id: 'entra',
    label: 'Microsoft Entra ID',
    hint: message('Work and school accounts of one tenant, or of many'),
    icon: IconBrandWindows,
    name: 'entra',
    parts: [
      {
        name: 'tenant',
        label: message('Tenant ID'),
        hint: message(
          'In the Entra admin center: Overview, “Tenant ID”. “organizations” is every tenant, “common” also personal accounts.',
        ),
        placeholder: '8f2b5c1e-3c1d-4a55-9a0e-5b7b6a2f4c10',
      },
    ],
    toIssuer: ({ tenant }) => `https://login.microsoftonline.com/${trim(tenant, '{tenant}')}/v2.0`,
    values: { displayName: 'Microsoft', tokenEndpointAuthMethod: 'client_secret_post', scopes: OPEN_ID },
    organizationClaim: {
      name: 'tid',
      label: message('Admitted tenants'),
      hint: message('Only for “organizations” and “common”: the ids of the tenants whose people may sign in. Leave it empty for all.'),
      placeholder: '8f2b5c1e-3c1d-4a55-9a0e-5b7b6a2f4c10',
    },
    advice: message(
      '“email” is an optional claim: add it under “Token configuration”. Entra does not prove addresses, so they do not count as verified.',
    ),
  },
  {
    id: 'google',
    label: 'Google',
    hint: message('Google accounts, or one Workspace'),
    icon: IconBrandGoogle,
    name: 'google',
    parts: [],
    toIssuer: () => 'https://accounts.google.com',
    values: { displayName: 'Google', scopes: OPEN_ID, trustEmailVerified: true },
    organizationClaim: {
      name: 'hd',
      label: message('Workspace domains'),
      hint: message('Only accounts of these Workspaces may sign in. Leave it empty for every Google account.'),
      placeholder: 'example.com',
    },
    advice: message('Google reports no sign-out, and does not say how strong a sign-in was.'),
  },
  {
    id: 'apple',
    label: 'Apple',
    hint: message('Sign in with Apple'),
    icon: IconBrandApple,
    name: 'apple',
    parts: [],
    toIssuer: () => 'https://appleid.apple.com',
    values: {
      displayName: 'Apple',
      tokenEndpointAuthMethod: 'client_secret_post',
      scopes: ['openid', 'name', 'email'],
      formPost: true,
      trustEmailVerified: true,
    },
    advice: message(
      'The client ID is that of the Services ID. Apple takes redirect URIs with https and a real domain only, and tells the name once.',
    ),
  },
  {
    id: 'github',
    label: 'GitHub',
    hint: message('GitHub accounts, by OAuth 2.0'),
    icon: IconBrandGithub,
    name: 'github',
    parts: [],
    toIssuer: () => 'https://github.com',
    values: {
      kind: 'oauth2',
      authorizationEndpoint: 'https://github.com/login/oauth/authorize',
      tokenEndpoint: 'https://github.com/login/oauth/access_token',
      userinfoEndpoint: 'https://api.github.com/user',
      emailsEndpoint: 'https://api.github.com/user/emails',
      displayName: 'GitHub',
      tokenEndpointAuthMethod: 'client_secret_post',
      scopes: ['read:user', 'user:email'],
      claimMapping: [
        { key: 'login', value: 'preferred_username' },
        { key: 'name', value: 'name' },
        { key: 'avatar_url', value: 'picture' },
        { key: 'email', value: 'email' },
        { key: 'email_verified', value: 'email_verified' },
      ],
      trustEmailVerified: true,
    },
    advice: message(
      'GitHub has no ID tokens, reports no sign-out, and cannot ask for a new sign-in: applications that demand one refuse its users.',
    ),
  },
  {
    id: 'okta',
    label: 'Okta',
    hint: message('People of an Okta organization'),
    icon: IconCircle,
    name: 'okta',
    parts: [
      {
        name: 'host',
        label: message('Okta domain'),
        hint: message('The host of your Okta organization.'),
        placeholder: 'example.okta.com',
      },
    ],
    toIssuer: ({ host }) => `https://${toHost(host, '{organization}.okta.com')}`,
    values: { displayName: 'Okta', scopes: OPEN_ID },
    advice: message('For a custom authorization server, add its path to the issuer: /oauth2/default.'),
  },
  {
    id: 'keycloak',
    label: 'Keycloak',
    hint: message('Users of a realm'),
    icon: IconShieldLock,
    name: 'keycloak',
    parts: [
      { name: 'host', label: message('Keycloak host'), hint: message('Where the server answers.'), placeholder: 'sso.example.com' },
      { name: 'realm', label: message('Realm'), hint: message('As it stands in the address of the admin console.'), placeholder: 'staff' },
    ],
    toIssuer: ({ host, realm }) => `https://${toHost(host, '{host}')}/realms/${trim(realm, '{realm}')}`,
    values: { displayName: 'Keycloak', scopes: OPEN_ID },
    advice: message('Register the back-channel logout address too: who signs out there is signed out here.'),
  },
  {
    id: 'generic',
    label: 'OpenID Connect',
    hint: message('Any provider with a discovery document'),
    icon: IconBuildingBank,
    name: '',
    parts: [],
    toIssuer: () => '',
    values: {},
  },
  {
    id: 'saml',
    label: 'SAML 2.0',
    hint: message('A company’s identity provider, from its metadata'),
    icon: IconCertificate,
    name: '',
    parts: [],
    toIssuer: () => '',
    values: { kind: 'saml' },
    advice: message(
      'The provider must sign its assertions. It must identify users by a persistent NameID, or by an attribute that it never gives to another person.',
    ),
  },
  {
    id: 'oauth2',
    label: 'OAuth 2.0',
    hint: message('A provider without OpenID Connect, with an API that describes the user'),
    icon: IconPlugConnected,
    name: '',
    parts: [],
    toIssuer: () => '',
    values: { kind: 'oauth2', scopes: [] },
    advice: message('Nothing is signed here: what the API says of the access token counts. Prefer OpenID Connect where there is a choice.'),
  },
];

export const findPreset = (id: string | undefined): Preset | undefined => PRESETS.find((preset) => preset.id === id);

/** The preset that an issuer belongs to. */
export function recognizePreset(issuer: string, kind: ProviderValues['kind'] = 'oidc'): Preset {
  const rules: [RegExp, string][] = [
    [/^https:\/\/(login\.microsoftonline\.com|sts\.windows\.net)\//, 'entra'],
    [/^https:\/\/accounts\.google\.com$/, 'google'],
    [/^https:\/\/appleid\.apple\.com$/, 'apple'],
    [/^https:\/\/github\.com$/, 'github'],
    [/^https?:\/\/[^/]+\.okta(-emea|preview)?\.com(\/|$)/, 'okta'],
    [/\/realms\/[^/]+$/, 'keycloak'],
  ];
  const known = rules.find(([pattern]) => pattern.test(issuer))?.[1];
  return findPreset(known ?? (kind === 'oidc' ? 'generic' : kind))!;
}

/** The form as the preset fills it. */
export const startFrom = (preset: Preset): ProviderValues => ({ ...DEFAULT_VALUES, ...preset.values, issuer: preset.toIssuer({}) });
