import type { Configuration, Members } from './section.js';

type Grants = Members<{ scopes?: readonly string[] }>;
interface Role {
  permissions: readonly { resource: string; scopes: readonly string[] }[];
}
interface ClientMembers {
  resources?: Grants;
  roles?: readonly string[];
  grants?: { tokenExchange?: { resources: Members<readonly string[]> } };
}
interface Registration {
  metadataDocuments: { resources: readonly string[] };
  dynamicRegistration: { resources: readonly string[] };
}
type Scopes = ReadonlyMap<string, ReadonlySet<string>>;

/** The scopes of the resources of a configuration, by their ids. */
export function listScopes({ resources }: Configuration): Scopes {
  const entries = Object.entries(resources as Members<{ scopes: readonly { scope: string }[] }>);
  return new Map(entries.map(([id, { scopes }]) => [id, new Set(scopes.map(({ scope }) => scope))]));
}

/**
 * What remains of sections that a document does not have, when it removes resources, scopes or roles: they lose what refers to these, as when
 * one is removed by its own operation.
 *
 * @param present the names of the sections that the document has
 */
export function dropLostReferences(configuration: Configuration, present: ReadonlySet<string>): Configuration {
  if (!present.has('resources') && !present.has('roles')) return configuration;
  const scopes = listScopes(configuration);
  const roles = present.has('roles')
    ? configuration['roles']
    : mapMembers(configuration['roles'] as Members<Role>, (role) => limitRole(role, scopes));
  const names = new Set(Object.keys(roles as object));
  const clients = present.has('clients')
    ? configuration['clients']
    : mapMembers(configuration['clients'] as Members<ClientMembers>, (client) => limitClient(client, { scopes, roles: names }));
  const clientRegistration = present.has('clientRegistration')
    ? configuration['clientRegistration']
    : limitRegistration(configuration['clientRegistration'] as Registration, scopes);
  return { ...configuration, roles, clients, clientRegistration };
}

function limitRole(role: Role, scopes: Scopes): Role {
  const permissions = role.permissions
    .filter(({ resource }) => scopes.has(resource))
    .map((permission) => ({ ...permission, scopes: permission.scopes.filter((scope) => scopes.get(permission.resource)!.has(scope)) }));
  return { ...role, permissions };
}

function limitRegistration({ metadataDocuments, dynamicRegistration }: Registration, scopes: Scopes): Registration {
  const limit = <T extends { resources: readonly string[] }>(part: T): T => ({
    ...part,
    resources: part.resources.filter((id) => scopes.has(id)),
  });
  return { metadataDocuments: limit(metadataDocuments), dynamicRegistration: limit(dynamicRegistration) };
}

function limitClient(client: ClientMembers, { scopes, roles }: { scopes: Scopes; roles: ReadonlySet<string> }): ClientMembers {
  const { resources = {}, roles: assigned = [], grants, ...rest } = client;
  const keptResources = limitMembers(resources, scopes, (grant, has) => ({ ...grant, scopes: (grant.scopes ?? []).filter(has) }));
  const keptRoles = assigned.filter((role) => roles.has(role));
  const exchange = grants?.tokenExchange;
  const keptGrants = exchange
    ? { ...grants, tokenExchange: { ...exchange, resources: limitMembers(exchange.resources, scopes, (list, has) => list.filter(has)) } }
    : grants;
  return {
    ...rest,
    ...(Object.keys(keptResources).length > 0 && { resources: keptResources }),
    ...(keptRoles.length > 0 && { roles: keptRoles }),
    ...(keptGrants && { grants: keptGrants }),
  };
}

/** Members by the ids of resources, without the resources and scopes that do not exist. */
function limitMembers<T>(members: Members<T>, scopes: Scopes, limit: (member: T, has: (scope: string) => boolean) => T): Members<T> {
  const kept = Object.entries(members).filter(([id]) => scopes.has(id));
  return Object.fromEntries(kept.map(([id, member]) => [id, limit(member, (scope) => scopes.get(id)!.has(scope))]));
}

function mapMembers<T>(members: Members<T>, change: (member: T) => T): Members<T> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
}
