import type { ClientProfile, SenderConstraint } from '@latchkey/oauth';
import type { StoredAuthenticationMethod } from '../authentication-method.js';
import type { BackchannelLogout } from '../backchannel-logout/backchannel-logout.entity.js';
import type { BrandingSettings } from '../branding/branding.entity.js';
import type { Client } from '../client/client.entity.js';
import type { ClientRegistrationSettings } from '../client-registration-settings.js';
import type { PageText } from '../page-text/page-text.entity.js';
import type { ScopeClaims, TokenKind } from '../scope-claims/scope-claims.entity.js';
import type { SigningKey } from '../signing-key/signing-key.entity.js';
import type { Domain } from '../domain/domain.entity.js';
import type { Resource } from '../resource/resource.entity.js';

/** A signing key as the auth server loads it. */
export interface ServedSigningKey extends Pick<SigningKey, 'kid' | 'algorithm' | 'publicJwk' | 'signsFrom'> {
  /** Encrypted, in base64, because a string takes less memory than a Buffer and most keys sign later or never. */
  privateKey: string;
}

/** What a client or a role may do at a resource. */
export interface ServedPermission {
  resourceId: string;
  scopes: string[];
}

export type ServedResource = Omit<Resource, 'domainId' | 'createdAt' | 'updatedAt'>;

export interface ServedRole {
  role: string;
  permissions: ServedPermission[];
}

/** A domain as the auth server loads it, with its keys. */
export interface ServedDomain extends Pick<
  Domain,
  | 'id'
  | 'subscriptionId'
  | 'name'
  | 'revision'
  | 'idTokenAlgorithms'
  | 'accessTokenAlgorithms'
  | 'secondFactor'
  | 'accountDeletion'
  | 'signUp'
  | 'editableAttributes'
> {
  /** With the operator's own texts by language, if there are any. */
  branding: BrandingSettings & { texts?: Readonly<Record<string, PageText['texts']>> };
  /** The access tokens that all domains of its subscription together may issue in a day of UTC; null for no limit. */
  tokensPerDay: number | null;
  /** The claims of scopes for the kinds of token that the operator has configured. */
  scopeClaims: Partial<Record<TokenKind, ScopeClaims[]>>;
  resources: ServedResource[];
  roles: ServedRole[];
  /** How clients come to it without an operator. */
  clientRegistration: ClientRegistrationSettings;
  /** Whether it takes no changes, because it moves to another installation. */
  frozen: boolean;
  /** Of an imported domain, the keys of the installations that it comes from, encrypted, in base64. */
  originKeys: string | null;
  /** Newest first. */
  keys: ServedSigningKey[];
}

/** The authentication document of a client. */
export interface ServedClientAuthentication {
  /** In the order of the document. */
  methods: StoredAuthenticationMethod[];
  senderConstraint: SenderConstraint | null;
  profile: ClientProfile | null;
}

/** A client as the auth server loads it, with the hashes of its secrets that are valid by the database's clock. */
export type ServedClient = Omit<Client, 'domainId' | 'nameKey' | 'ownerId' | 'expiresAt' | 'deactivatedAt' | 'createdAt' | 'updatedAt'> & {
  /** When an agent ends: milliseconds since the epoch; null for other clients, and for an agent without an end. */
  expiresAt: number | null;
  /** When it was created or last deactivated: milliseconds since the epoch, with the microseconds as a fraction. */
  generationStart: number;
  secrets: { id: string; hash: Buffer; expiresAt: Date | null }[];
  /** Its authentication document; null if it has none, so that the default of its type applies. */
  authentication: ServedClientAuthentication | null;
  /** What it may ask for at resources, beside what its roles permit. */
  resources: ServedPermission[];
  roles: string[];
  /** Whether it registered itself: RFC 7591. */
  registered: boolean;
  /** Where logout tokens are sent; null if the client receives none. */
  backchannelLogout: Pick<BackchannelLogout, 'uri' | 'sessionRequired'> | null;
};

/** A client with its domain. */
export interface ServedClientId {
  domainId: string;
  clientId: string;
}
