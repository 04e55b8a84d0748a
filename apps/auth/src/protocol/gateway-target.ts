import type { CurrentRevision } from '@latchkey/persistence';
import type { AuthenticatedClient } from '../client-authentication/authentication-request.js';

/** What is known of a request before oidc-provider answers it. */
export interface GatewayTarget {
  /** The name of the host that the request is for. */
  host: string;
  /** The body and the domain's current revision, if they have been read already. */
  body?: string;
  current?: CurrentRevision | null;
  /** The client, if it has been looked for already; null: it shows a secret, or nothing. */
  authenticated?: AuthenticatedClient | null;
}
