import { normalizeSub } from '@latchkey/oauth';
import type { Client, ClientPresentation } from '@latchkey/persistence';
import { parseRfc3339 } from '../../http/rfc3339.js';
import type { ClientPresentationRequest } from './client-presentation.dto.js';

const PROPERTIES = ['name', 'logoUri', 'clientUri', 'policyUri', 'tosUri', 'kind', 'owner', 'expiresAt'] as const;

/** The document of a client, or the default. */
export function toDocument({ presentation }: Pick<Client, 'presentation'>): ClientPresentation {
  return toPresentation(presentation ?? {});
}

/** The presentation in a request. Absent and null are the same. Only an agent has what says so. The time is in UTC, in full seconds. */
export function toPresentation(request: ClientPresentationRequest): ClientPresentation {
  const { name = null, logoUri = null, clientUri = null, policyUri = null, tosUri = null, kind } = request;
  const links = { name, logoUri, clientUri, policyUri, tosUri };
  if (kind !== 'Agent') return links;
  const owner = request.owner ? normalizeSub(request.owner) : null;
  const expiresAt = request.expiresAt ? parseRfc3339(request.expiresAt)!.date.toISOString() : null;
  return { ...links, kind, owner, expiresAt };
}

/** The names of the properties that differ. */
export function listChangedProperties(before: ClientPresentation, after: ClientPresentation): string[] {
  return PROPERTIES.filter((name) => before[name] !== after[name]);
}
