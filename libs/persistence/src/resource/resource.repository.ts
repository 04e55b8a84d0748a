import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../connection/database.js';
import { getViolatedConstraint } from '../connection/database-error.js';
import { listKeys, type KeyList, type KeySource } from '../key-list.js';
import { Resource } from './resource.entity.js';

export interface ResourceKey {
  domainId: string;
  resourceId: string;
}

/** The operator's configuration of a resource: everything except its identity and its history. */
export type ResourceConfiguration = Omit<Resource, keyof ResourceKey | 'createdAt' | 'updatedAt'>;

const IDS: KeySource = { table: 'resource', key: 'resource_id', where: 'domain_id = $1' };
/** Where a client's further grants have the scopes of a resource. */
const EXCHANGED = `ARRAY['tokenExchange', 'resources', $2::text]`;
/** Clients that lose something with these scopes ($3) of a resource. Null: with all of it. */
const CONCERNED_CLIENTS = `
  SELECT client_id FROM client_resource WHERE domain_id = $1 AND resource_id = $2 AND ($3::text[] IS NULL OR scopes && $3)
  UNION SELECT client_id FROM role_permission AS permission JOIN client_role AS assigned
      ON assigned.domain_id = permission.domain_id AND assigned.role = permission.role
    WHERE permission.domain_id = $1 AND permission.resource_id = $2 AND ($3::text[] IS NULL OR permission.scopes && $3)
  UNION SELECT client_id FROM client WHERE domain_id = $1 AND further_grants #> ${EXCHANGED} IS NOT NULL
    AND ($3::text[] IS NULL OR further_grants #> ${EXCHANGED} ?| $3)`;
/** Comes first, because the deletion of a client locks its row before those of its grants. */
const REVOKE_FROM_CLIENTS = `
  UPDATE client SET revision = nextval('revision'), further_grants = CASE
      WHEN further_grants #> ${EXCHANGED} IS NULL THEN further_grants
      WHEN $3::text[] IS NULL THEN further_grants #- ${EXCHANGED}
      ELSE jsonb_set(further_grants, ${EXCHANGED}, (
        SELECT coalesce(jsonb_agg(scope ORDER BY n), '[]') FROM jsonb_array_elements_text(further_grants #> ${EXCHANGED}) WITH ORDINALITY AS kept (scope, n)
        WHERE scope <> ALL ($3))) END
  WHERE domain_id = $1 AND client_id IN (${CONCERNED_CLIENTS})`;
/** The same for the issuers of identity assertions in further grants. */
const REVOKE_FROM_ISSUERS = `
  UPDATE client SET revision = nextval('revision'), further_grants = jsonb_set(further_grants, '{jwtBearer,issuers}', (
    SELECT jsonb_agg(CASE
        WHEN issuer #> ARRAY['resources', $2::text] IS NULL THEN issuer
        WHEN $3::text[] IS NULL THEN issuer #- ARRAY['resources', $2::text]
        ELSE jsonb_set(issuer, ARRAY['resources', $2::text], (
          SELECT coalesce(jsonb_agg(scope ORDER BY n), '[]')
          FROM jsonb_array_elements_text(issuer #> ARRAY['resources', $2::text]) WITH ORDINALITY AS kept (scope, n) WHERE scope <> ALL ($3))) END
      ORDER BY position)
    FROM jsonb_array_elements(further_grants #> '{jwtBearer,issuers}') WITH ORDINALITY AS listed (issuer, position)))
  WHERE domain_id = $1 AND EXISTS (
    SELECT FROM jsonb_array_elements(further_grants #> '{jwtBearer,issuers}') AS listed (issuer) WHERE issuer #> ARRAY['resources', $2::text] IS NOT NULL)`;
const REMOVE_SCOPES = (table: 'client_resource' | 'role_permission'): string => `
  UPDATE ${table} SET scopes = ARRAY (SELECT scope FROM unnest(scopes) WITH ORDINALITY AS kept (scope, n) WHERE scope <> ALL ($3) ORDER BY n)
  WHERE domain_id = $1 AND resource_id = $2 AND scopes && $3::text[]`;
/** Registered clients lose a resource with its id ($2). */
const REMOVE_FROM_REGISTRATION = `
  UPDATE client_registration SET
    metadata_documents = jsonb_set(metadata_documents, '{resources}', (metadata_documents -> 'resources') - $2::text),
    dynamic_registration = jsonb_set(dynamic_registration, '{resources}', (dynamic_registration -> 'resources') - $2::text)
  WHERE domain_id = $1`;
const MEASURE_OTHERS = `
  SELECT count(*)::integer AS count, coalesce(sum(octet_length(scopes::text)), 0)::integer AS bytes
  FROM resource WHERE domain_id = $1 AND resource_id <> $2`;

/** The APIs of domains. The caller has locked the domain, and raises its revision. */
@Injectable()
export class ResourceRepository {
  constructor(private readonly database: Database) {}

  find({ domainId, resourceId }: ResourceKey): Promise<Resource | null> {
    return this.rows.findOneBy({ domainId, resourceId });
  }

  /** The ids of the resources of a domain, oldest first. */
  listIds(domainId: string): Promise<KeyList> {
    return listKeys(this.database, { search: null, limit: null, offset: 0 }, { owner: domainId, ...IDS });
  }

  /** All resources of a domain. */
  list(domainId: string): Promise<Resource[]> {
    return this.rows.findBy({ domainId });
  }

  /** @returns the existing resources, in the order of the ids */
  async findAll(domainId: string, resourceIds: readonly string[]): Promise<Resource[]> {
    const resources = await this.rows.findBy({ domainId, resourceId: In(resourceIds) });
    const byId = new Map(resources.map((resource) => [resource.resourceId, resource]));
    return resourceIds.flatMap((id) => byId.get(id) ?? []);
  }

  /** The number of the domain's other resources, and the bytes of their scopes. */
  async measureOthers({ domainId, resourceId }: ResourceKey): Promise<{ count: number; bytes: number }> {
    const [row]: { count: number; bytes: number }[] = await this.database.manager.query(MEASURE_OTHERS, [domainId, resourceId]);
    return row!;
  }

  /**
   * Creates or replaces a resource.
   *
   * @returns false if another resource of the domain has the audience; the transaction can then only be rolled back
   */
  async put(key: ResourceKey, configuration: ResourceConfiguration): Promise<boolean> {
    try {
      await this.rows.upsert({ ...key, ...configuration, updatedAt: () => 'clock_timestamp()' }, ['domainId', 'resourceId']);
      return true;
    } catch (error) {
      if (getViolatedConstraint(error) === 'resource_audience') return false;
      throw error;
    }
  }

  /** Gives resources other audiences until the transaction replaces them, so that they can exchange theirs. */
  async vacateAudiences(domainId: string, resourceIds: readonly string[]): Promise<void> {
    await this.database.manager.query(
      `UPDATE resource SET audience = 'urn:uuid:' || gen_random_uuid() WHERE domain_id = $1 AND resource_id = ANY ($2)`,
      [domainId, resourceIds],
    );
  }

  /** Removes scopes of a resource from all that clients and roles may do, and raises the revisions of the clients concerned. */
  async revokeScopes({ domainId, resourceId }: ResourceKey, scopes: readonly string[]): Promise<void> {
    const values = [domainId, resourceId, scopes];
    await this.revokeFromClients(domainId, resourceId, scopes);
    // control: a scope that is removed from a resource is removed from clients and roles
    for (const table of ['client_resource', 'role_permission'] as const) await this.database.manager.query(REMOVE_SCOPES(table), values);
  }

  /** Removes a resource with all that clients and roles may do there, and raises the revisions of the clients concerned. */
  async delete({ domainId, resourceId }: ResourceKey): Promise<void> {
    // control: a deleted resource is removed from token exchange
    await this.revokeFromClients(domainId, resourceId, null);
    // control: clients that no operator registers lose a deleted resource
    await this.database.manager.query(REMOVE_FROM_REGISTRATION, [domainId, resourceId]);
    await this.rows.delete({ domainId, resourceId });
  }

  private async revokeFromClients(domainId: string, resourceId: string, scopes: readonly string[] | null): Promise<void> {
    await this.database.manager.query(REVOKE_FROM_CLIENTS, [domainId, resourceId, scopes]);
    // control: a deleted resource is removed from the grants for identity assertions
    await this.database.manager.query(REVOKE_FROM_ISSUERS, [domainId, resourceId, scopes]);
  }

  private get rows() {
    return this.database.manager.getRepository(Resource);
  }
}
