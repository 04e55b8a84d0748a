import { parseRsaCertificate } from '@latchkey/crypto';
import { findCallbackUriViolation } from '@latchkey/oauth';
import type { SamlProvider } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import { parseIdentityProviderMetadata, SamlError, type IdentityProviderMetadata } from '@latchkey/saml';

export const MAX_SAML_URL_LENGTH = 1_024;
export const MAX_CERTIFICATES = 10;
export const MAX_CERTIFICATE_LENGTH = 8_192;
export const MAX_METADATA_LENGTH = 131_072;
export const MAX_ATTRIBUTE_LENGTH = 256;

const ATTRIBUTE = new RegExp(`^[\\x21-\\x7e]{1,${MAX_ATTRIBUTE_LENGTH}}$`);
const MEMBERS = ['metadata', 'ssoUrl', 'sloUrl', 'certificates', 'subjectAttribute', 'signRequests'];
/** What only OpenID Connect and OAuth 2.0 have. */
const MEMBERS_OF_OTHERS = ['clientSecret', 'tokenEndpointAuthMethod', 'scopes', 'requireNonce', 'responseMode'] as const;

/** The configuration of a SAML identity provider, as it is sent. */
export interface SamlInput {
  /** Metadata as XML, in place of the address and the certificates. */
  metadata?: string | null;
  ssoUrl?: string | null;
  sloUrl?: string | null;
  certificates?: string[] | null;
  subjectAttribute?: string | null;
  signRequests?: boolean | null;
}

/** The members of a request on which those of SAML depend. */
type RequestMembers = { kind?: unknown; issuer?: unknown } & Partial<Record<(typeof MEMBERS_OF_OTHERS)[number], unknown>>;

/** @returns the violations of `saml`, which identity providers of that kind have, and no others */
export function findSamlViolations(value: unknown, request: RequestMembers): Violation[] {
  if (request.kind !== 'saml') return isAbsent(value) ? [] : [{ pointer: '', detail: 'must be omitted unless kind is saml' }];
  if (!isRecord(value))
    return [{ pointer: '', detail: 'must be an object with metadata, or with ssoUrl and certificates, as kind is saml' }];
  const others = MEMBERS_OF_OTHERS.filter((name) => !isAbsent(request[name]));
  const unknown = Object.keys(value).filter((name) => !MEMBERS.includes(name));
  const details: (readonly [pointer: string, detail: string | null])[] = [
    ['', others.length > 0 ? `must not stand beside ${others.join(', ')}, which SAML does not have` : null],
    ...unknown.map((name) => [`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, 'is not a property of this request'] as const),
    ...(isAbsent(value['metadata']) ? findEndpointDetails(value) : findMetadataDetails(value, request.issuer)),
    ['/subjectAttribute', findAttributeViolation(value['subjectAttribute'])],
    ['/signRequests', isAbsent(value['signRequests']) || typeof value['signRequests'] === 'boolean' ? null : 'must be true or false'],
  ];
  return details.flatMap(([pointer, detail]) => (detail === null ? [] : [{ pointer, detail }]));
}

/** @param input without violations */
export function toSamlProvider(input: SamlInput): SamlProvider {
  const { ssoUrl, sloUrl, certificates } = input.metadata ? parseIdentityProviderMetadata(input.metadata) : input;
  return {
    ssoUrl: ssoUrl!,
    ...(sloUrl && { sloUrl }),
    certificates: certificates!.map((certificate) => parseRsaCertificate(certificate)!.pem),
    ...(input.subjectAttribute && { subjectAttribute: input.subjectAttribute }),
    ...(input.signRequests && { signRequests: true }),
  };
}

function findEndpointDetails({ ssoUrl, sloUrl, certificates }: Record<string, unknown>) {
  return [
    ['/ssoUrl', findUrlViolation(ssoUrl)] as const,
    ['/sloUrl', isAbsent(sloUrl) ? null : findUrlViolation(sloUrl)] as const,
    ['/certificates', findCertificatesViolation(certificates)] as const,
  ];
}

function findMetadataDetails(value: Record<string, unknown>, issuer: unknown) {
  const doubled = ['ssoUrl', 'sloUrl', 'certificates'].filter((name) => !isAbsent(value[name]));
  return [
    ['/metadata', findMetadataViolation(value['metadata'], issuer)] as const,
    ...doubled.map((name) => [`/${name}`, 'must be omitted: metadata says it'] as const),
  ];
}

function findMetadataViolation(metadata: unknown, issuer: unknown): string | null {
  if (typeof metadata !== 'string' || metadata.length > MAX_METADATA_LENGTH)
    return `must be XML of at most ${MAX_METADATA_LENGTH} characters`;
  try {
    return findContentViolation(parseIdentityProviderMetadata(metadata), issuer);
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    return error.message;
  }
}

function findContentViolation({ entityId, ssoUrl, sloUrl, certificates }: IdentityProviderMetadata, issuer: unknown): string | null {
  if (entityId !== issuer) return `must be of the issuer: its entityID is ${JSON.stringify(entityId.slice(0, 200))}`;
  const url = findUrlViolation(ssoUrl);
  if (url !== null) return `has a SingleSignOnService whose Location ${url}`;
  const logout = sloUrl === null ? null : findUrlViolation(sloUrl);
  if (logout !== null) return `has a SingleLogoutService whose Location ${logout}`;
  const certificate = findCertificatesViolation(certificates);
  return certificate === null ? null : `has signing certificates that ${certificate}`;
}

function findUrlViolation(value: unknown): string | null {
  if (isAbsent(value)) return 'is required: a URL such as https://login.example.com/saml';
  if (typeof value === 'string' && value.length > MAX_SAML_URL_LENGTH) return `must be at most ${MAX_SAML_URL_LENGTH} characters long`;
  return findCallbackUriViolation(value)?.replace('app.example.com/logout', 'login.example.com/saml') ?? null;
}

function findCertificatesViolation(value: unknown): string | null {
  const texts: unknown[] = Array.isArray(value) ? value : [];
  const isUsable = (text: unknown) =>
    typeof text === 'string' && text.length <= MAX_CERTIFICATE_LENGTH && parseRsaCertificate(text) !== null;
  return texts.length > 0 && texts.length <= MAX_CERTIFICATES && texts.every(isUsable)
    ? null
    : `must be 1 to ${MAX_CERTIFICATES} certificates (PEM) with RSA keys of 2048 to 4096 bits`;
}

function findAttributeViolation(value: unknown): string | null {
  if (isAbsent(value) || (typeof value === 'string' && ATTRIBUTE.test(value))) return null;
  return `must be the name of an attribute: 1 to ${MAX_ATTRIBUTE_LENGTH} visible ASCII characters`;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
