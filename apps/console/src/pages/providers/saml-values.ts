import type { components } from '@latchkey/api-client';

type Saml = NonNullable<components['schemas']['IdentityProviderRequest']['saml']>;

/** The fields of a provider of the kind saml. */
export type SamlValues = {
  /** XML that contains the addresses and certificates; null if they are entered by hand. */
  metadata: string | null;
  ssoUrl: string;
  sloUrl: string;
  /** PEM, one below the other. */
  certificates: string;
  /** Empty: the persistent NameID. */
  subjectAttribute: string;
  signRequests: boolean;
};

export const DEFAULT_SAML: SamlValues = {
  metadata: '',
  ssoUrl: '',
  sloUrl: '',
  certificates: '',
  subjectAttribute: '',
  signRequests: false,
};

/** Responses contain the values from the metadata, not the metadata itself. */
export const toSamlValues = (saml: components['schemas']['IdentityProviderResponse']['saml']): SamlValues => ({
  metadata: null,
  ssoUrl: saml?.ssoUrl ?? '',
  sloUrl: saml?.sloUrl ?? '',
  certificates: (saml?.certificates ?? []).map((certificate) => certificate.trim()).join('\n'),
  subjectAttribute: saml?.subjectAttribute ?? '',
  signRequests: saml?.signRequests ?? false,
});

export function toSaml(values: SamlValues): Saml {
  const { metadata, ssoUrl, sloUrl, certificates, subjectAttribute, signRequests } = values;
  return {
    ...(metadata === null
      ? { ssoUrl: ssoUrl.trim(), ...(sloUrl && { sloUrl: sloUrl.trim() }), certificates: splitCertificates(certificates) }
      : { metadata }),
    ...(subjectAttribute && { subjectAttribute }),
    ...(signRequests && { signRequests }),
  };
}

const splitCertificates = (text: string): string[] =>
  text
    .split(/(?<=-----END CERTIFICATE-----)/)
    .map((certificate) => certificate.trim())
    .filter((certificate) => certificate !== '');

/** Finds the entity ID in metadata, to prefill a field; empty if there is none. Only the API parses metadata. */
export function readEntityId(metadata: string | null): string {
  const [, , value = ''] = /<(?:[\w.-]+:)?EntityDescriptor\s[^>]*?\bentityID\s*=\s*(["'])(.*?)\1/s.exec(metadata ?? '') ?? [];
  return value.replaceAll('&amp;', '&');
}
