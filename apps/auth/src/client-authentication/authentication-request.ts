import type { CurrentRevision } from '@latchkey/persistence';
import type { IncomingMessage } from 'node:http';
import type { CachedClient, CachedMethod } from '../client/cached-client.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { PresentedCertificate } from './certificate/presented-certificate.js';

/** A request to an endpoint at which clients authenticate: RFC 6749 section 2.3. */
export interface AuthenticationRequest {
  /** The name of the domain that the request is for. */
  domainName: string;
  /** The path of the endpoint. */
  path: string;
  /** The request as it was received: its signature verifications and the refusals of its address are counted. */
  received: IncomingMessage;
  /** For the log of the domain. */
  requestId: string;
  /** The header `Authorization`. */
  authorization: string | undefined;
  /** The certificate of the TLS connection; null without one. */
  certificate: PresentedCertificate | null;
  parameters: ClientParameters;
}

/** The parameters of a form by which clients authenticate. */
export interface ClientParameters {
  client_id?: string | undefined;
  client_secret?: string | undefined;
  client_assertion?: string | undefined;
  client_assertion_type?: string | undefined;
}

/** A client that has proven who it is. */
export interface AuthenticatedClient {
  current: CurrentRevision;
  domain: CachedDomain;
  client: CachedClient;
  method: CachedMethod;
}
