import type { FakeSamlIdentityProvider, ResponseValues } from './fake-saml-identity-provider.js';
import type { RsaCertificate } from './rsa-certificate.js';

/** What an attacker has. */
export interface AttackContext {
  /** The trusted identity provider. The attacker can have it sign only what it says of the attacker's own account. */
  idp: FakeSamlIdentityProvider;
  /** An identity provider of the attacker. */
  other: FakeSamlIdentityProvider;
  /** The service's certificate for encryption. */
  recipient: RsaCertificate;
  /** Values of a good response to the pending request. */
  values: ResponseValues;
}

/** A response that must be refused. */
export interface Attack {
  name: string;
  /** Reason of the refusal. */
  reason: string;
  /** @returns `SAMLResponse` */
  build: (context: AttackContext) => string | Promise<string>;
}
