import type { CurrentRevision } from '@latchkey/persistence';
import type { AuthenticatedClient } from '../client-authentication/authentication-request.js';

/** What has been parsed of a request before oidc-provider answers it. */
export interface RequestState {
  /** The requested host name. */
  host: string;
  /** The body and the domain's current revision, if they have already been read. */
  body?: string;
  current?: CurrentRevision | null;
  /** The client, if it has been authenticated; null if the request contains a secret or no credentials. */
  authenticated?: AuthenticatedClient | null;
}
