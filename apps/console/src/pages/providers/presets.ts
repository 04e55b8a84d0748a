import { IconBrandGoogle, IconBrandWindows, IconBuildingBank, IconCircle, IconShieldLock } from '@tabler/icons-react';
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
    hint: message('Work and school accounts of one tenant'),
    icon: IconBrandWindows,
    name: 'entra',
    parts: [
      {
        name: 'tenant',
        label: message('Tenant ID'),
        hint: message('In the Entra admin center: Overview, “Tenant ID”. Not “common” or “organizations”.'),
        placeholder: '8f2b5c1e-3c1d-4a55-9a0e-5b7b6a2f4c10',
      },
    ],
    toIssuer: ({ tenant }) => `https://login.microsoftonline.com/${trim(tenant, '{tenant}')}/v2.0`,
    values: { displayName: 'Microsoft', tokenEndpointAuthMethod: 'client_secret_post', scopes: OPEN_ID },
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
      label: message('Workspace domain'),
      hint: message('Only accounts of this Workspace may sign in. Leave it empty for every Google account.'),
      placeholder: 'example.com',
    },
    advice: message('Google reports no sign-out, and does not say how strong a sign-in was.'),
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
];

const GENERIC = PRESETS.at(-1) as Preset;

export const findPreset = (id: string | undefined): Preset | undefined => PRESETS.find((preset) => preset.id === id);

/** The preset that an issuer belongs to. */
export function recognizePreset(issuer: string): Preset {
  const rules: [RegExp, string][] = [
    [/^https:\/\/login\.microsoftonline\.com\//, 'entra'],
    [/^https:\/\/accounts\.google\.com$/, 'google'],
    [/^https:\/\/[^/]+\.okta(-emea|preview)?\.com(\/|$)/, 'okta'],
    [/\/realms\/[^/]+$/, 'keycloak'],
  ];
  return findPreset(rules.find(([pattern]) => pattern.test(issuer))?.[1]) ?? GENERIC;
}

/** The form as the preset fills it. */
export const startFrom = (preset: Preset): ProviderValues => ({ ...DEFAULT_VALUES, ...preset.values, issuer: preset.toIssuer({}) });
