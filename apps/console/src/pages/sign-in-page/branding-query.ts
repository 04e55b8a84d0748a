import { queryOptions } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';

export type Branding = components['schemas']['BrandingResponse'];
type BrandingRequest = components['schemas']['BrandingRequest'];

/** The fields of the form. Empty ones have their defaults. */
export type BrandingValues = {
  name: string;
  logoUrl: string;
  accentColor: string;
  /** A web address, or an email address. */
  supportUri: string;
  darkLogoUrl: string;
  faviconUrl: string;
  corners: string;
  font: string;
  backgroundColor: string;
  termsUri: string;
  privacyUri: string;
};

const MAILTO = 'mailto:';

export const brandingPath = (domain: string) => `/v1/domain/${domain}/branding`;

export const brandingQuery = (domain: string) =>
  queryOptions({
    queryKey: ['branding', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/branding', { params: { path: { domain } } })),
  });

export const toValues = ({ supportUri, ...others }: Branding): BrandingValues => ({
  ...(Object.fromEntries(Object.entries(others).map(([name, value]) => [name, value ?? ''])) as Omit<BrandingValues, 'supportUri'>),
  supportUri: supportUri?.startsWith(MAILTO) ? supportUri.slice(MAILTO.length) : (supportUri ?? ''),
});

/** People write an email address without its scheme. */
const toSupportUri = (text: string) => (text.includes('@') && !text.includes(':') ? MAILTO + text : text);

export function toBody({ supportUri, ...others }: BrandingValues): BrandingRequest {
  const orNull = (text: string) => text.trim() || null;
  // The selects offer the values of the API alone.
  const body = Object.fromEntries(Object.entries(others).map(([name, text]) => [name, orNull(text)])) as BrandingRequest;
  return { ...body, supportUri: orNull(toSupportUri(supportUri.trim())) };
}
