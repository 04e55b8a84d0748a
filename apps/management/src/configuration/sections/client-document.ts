import type { SigningAlgorithm } from '@latchkey/crypto';
import type { ClientAuthentication } from '@latchkey/oauth';
import type { ClientConfiguration } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import type { ClientPart } from '../../client/client-part.js';
import { toConfiguration } from '../../client/client-configuration.js';
import type { UpdateClientRequest } from '../../client/client.dto.js';
import { joinPointer } from '../../http/json-pointer.js';
import type { Members } from '../section.js';

/** A client in the document: the members of its own PUT, and its parts by their names. */
export type ClientDocument = Readonly<Record<string, unknown>>;
export type Clients = Members<ClientDocument>;

/** The configuration that the client's own PUT takes. */
export function getConfiguration(client: ClientDocument): ClientConfiguration {
  return toConfiguration(client as unknown as UpdateClientRequest);
}

export function getPart(client: ClientDocument | null, { name }: ClientPart): unknown {
  return client?.[name] ?? null;
}

/** Two FederatedJwt methods for one workload, of which each client of a domain has another. */
export function findRepeatedWorkloads(clients: Clients): Violation[] {
  const owners = new Map<string, string>();
  return Object.entries(clients).flatMap(([id, { authentication }]) =>
    ((authentication as ClientAuthentication | undefined)?.methods ?? []).flatMap((method, index) => {
      if (method.type !== 'FederatedJwt') return [];
      const workload = JSON.stringify([method.issuer, method.subject]);
      const owner = owners.get(workload);
      if (owner === undefined) owners.set(workload, id);
      const detail = `has the issuer and subject of a method of the client ${owner}`;
      return owner === undefined ? [] : [{ pointer: `${joinPointer('', id)}/authentication/methods/${index}`, detail }];
    }),
  );
}

/** The algorithms that a client chooses. */
export function listAlgorithms({ signing }: ClientDocument): SigningAlgorithm[] {
  return Object.values((signing ?? {}) as Record<string, SigningAlgorithm>);
}

/** Whether a new client gets a secret: a confidential one that may authenticate with it. */
export function needsSecret({ clientType, authentication }: ClientDocument): boolean {
  const methods = (authentication as ClientAuthentication | undefined)?.methods;
  return clientType === 'Confidential' && (methods === undefined || methods.some(({ type }) => type === 'ClientSecret'));
}
