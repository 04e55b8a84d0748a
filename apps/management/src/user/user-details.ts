import type { DetailedUser } from '@latchkey/persistence';
import type { JsonObject } from '../http/merge-patch.js';

/** Everything about a user: the attributes, beside the service's own properties of the user. */
export function toDetails({ sub, active, identityProvider, attributes, createdAt, lastSignInAt }: DetailedUser): JsonObject {
  return { sub, active, identityProvider, ...attributes, createdAt, lastSignInAt };
}
