import type { UpstreamAssurance } from '../../assurance/upstream-assurance.js';
import type { RequestSecrets } from '../upstream/upstream-authorization-request.js';
import type { UpstreamClaims } from './claim-mapper.js';

/** The identity that an identity provider has authenticated. */
export interface UpstreamIdentity {
  issuer: string;
  subject: string;
  /** Claims of the ID token, and of userinfo if it was needed. */
  documents: readonly UpstreamClaims[];
  /** `acr` and `amr` of the ID token. Userinfo's values are ignored. */
  assurance: UpstreamAssurance;
  /** Session id at the identity provider. */
  sid: string | null;
  /** Null for protocols without one. */
  idToken: string | null;
}

/** The authorization response, as the browser delivered it. */
export interface AuthorizationResponse {
  /** Query of the callback URL, without `?`. */
  query: string;
  secrets: RequestSecrets;
  maxAge: number | null;
}
