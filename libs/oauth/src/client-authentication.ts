/** A set of public keys: RFC 7517 section 5. */
export interface PublicJwks {
  keys: Record<string, unknown>[];
}

/** The source of a method's public keys: exactly one of the two. */
export interface KeySource {
  jwks?: PublicJwks;
  jwksUri?: string;
}

/** The properties of a certificate that identify a client: RFC 8705 section 2.1.2. */
export const CERTIFICATE_NAMES = ['subjectDn', 'sanDns', 'sanUri', 'sanEmail', 'sanIp'] as const;
export type CertificateName = (typeof CERTIFICATE_NAMES)[number];

/** The methods by which a client can authenticate: OpenID Connect Core section 9, RFC 7523 section 2.2, RFC 8705 section 2. */
export const AUTHENTICATION_METHODS = [
  'ClientSecret',
  'PrivateKeyJwt',
  'FederatedJwt',
  'TlsClientAuth',
  'SelfSignedTlsClientAuth',
] as const;
export type AuthenticationMethodType = (typeof AUTHENTICATION_METHODS)[number];

/** One method by which a client can authenticate. */
export type AuthenticationMethod =
  | { type: 'ClientSecret' }
  | ({ type: 'PrivateKeyJwt' } & KeySource)
  /** Without a key source, the issuer's discovery document names its keys. */
  | ({ type: 'FederatedJwt'; issuer: string; subject: string } & KeySource)
  | ({ type: 'TlsClientAuth' } & Partial<Record<CertificateName, string>>)
  | ({ type: 'SelfSignedTlsClientAuth' } & KeySource);

/** What binds a client's access tokens to a key: RFC 9449 or RFC 8705 section 3. */
export const SENDER_CONSTRAINTS = ['DPoP', 'MutualTLS'] as const;
export type SenderConstraint = (typeof SENDER_CONSTRAINTS)[number];

/**
 * Profiles that can apply to a client. `FAPI2`: FAPI 2.0 Security Profile. `FAPI2MessageSigning`: the same, with signed authorization
 * requests (FAPI 2.0 Message Signing section 5.3).
 */
export const CLIENT_PROFILES = ['FAPI2', 'FAPI2MessageSigning'] as const;
export type ClientProfile = (typeof CLIENT_PROFILES)[number];

/** Whether the FAPI 2.0 Security Profile applies to a client, alone or as a part of its profile. */
export function includesFapi2(profile: unknown): boolean {
  return CLIENT_PROFILES.includes(profile as ClientProfile);
}

/** How a client authenticates, and what its requests and tokens must satisfy. */
export interface ClientAuthentication {
  methods: AuthenticationMethod[];
  /** Null if tokens are bound only if the request proves a key. */
  senderConstraint: SenderConstraint | null;
  profile: ClientProfile | null;
}
