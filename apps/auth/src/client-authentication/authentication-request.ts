import type { CurrentRevision } from '@latchkey/persistence';
import type { IncomingMessage } from 'node:http';
import type { CachedClient, CachedMethod } from '../client/cached-client.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { PresentedCertificate } from './certificate/presented-certificate.js';

/** A request to an endpoint that authenticates clients: RFC 6749 section 2.3. */
export interface AuthenticationRequest {
  /** The name of the domain that received the request. */
  domainName: string;
  /** The path of the endpoint. */
  path: string;
  /** The original request, used to count signature verifications and rejections per address. */
  received: IncomingMessage;
  /** Written to the domain's log. */
  requestId: string;
  /** The `Authorization` header. */
  authorization: string | undefined;
  /** The certificate of the TLS connection; null without one. */
  certificate: PresentedCertificate | null;
  parameters: ClientParameters;
}

/** Form parameters that authenticate a client. */
export interface ClientParameters {
  client_id?: string | undefined;
  client_secret?: string | undefined;
  client_assertion?: string | undefined;
  client_assertion_type?: string | undefined;
}

/** A client that has proven its identity. */
export interface AuthenticatedClient {
  current: CurrentRevision;
  domain: CachedDomain;
  client: CachedClient;
  method: CachedMethod;
}
