import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import type { GeneratedSigningKey } from '@latchkey/crypto';
import {
  ResourceRepository,
  type Domain,
  type KeyList,
  type Precondition,
  type Resource,
  type ResourceConfiguration,
  type ResourceKey,
} from '@latchkey/persistence';
import { Problem, type Violation } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import { requireValid, type CheckedBody, type ValidPart } from '../http/checked-body.js';
import { findDocumentSizeViolations, requireDocumentSize } from '../http/document-size.js';
import { joinPointer } from '../http/json-pointer.js';
import { SETTINGS } from '../settings/settings.module.js';
import { SigningKeyPublisher } from '../signing-key/signing-key-publisher.service.js';
import { readConfiguration } from './resource-configuration.js';
import { createResourceNotFoundProblem } from './resource-reference.service.js';
import type { ResourceRequest } from './resource.dto.js';

export interface NamedResource {
  domain: Domain;
  resourceId: string;
}

/** Resources to remove, and to create or replace. @property stored null for a new one */
export interface ResourceChanges {
  removed: readonly string[];
  changed: readonly { resourceId: string; stored: ResourceConfiguration | null; configuration: ResourceConfiguration }[];
}

export const MAX_RESOURCES = 200;
/** Of the scopes of all resources of a domain as JSON, because the auth server keeps them in memory. */
const MAX_SCOPES_BYTES = 1_048_576;
const PROPERTIES = [
  'audience',
  'name',
  'scopes',
  'accessTokenExpiry',
  'tokenFormat',
  'signingAlgorithm',
  'enforceRoles',
] as const satisfies (keyof ResourceConfiguration)[];

/** The APIs of a domain that tokens are for: RFC 8707. The auth server applies a change from the next request. */
@Injectable()
export class ResourceService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly changes: DomainChangeService,
    private readonly resources: ResourceRepository,
    private readonly publisher: SigningKeyPublisher,
    private readonly log: AuditLogService,
  ) {}

  listIds(domain: Domain): Promise<KeyList> {
    return this.resources.listIds(domain.id);
  }

  /** @returns the existing resources, in the order of the ids */
  findAll(domain: Domain, resourceIds: readonly string[]): Promise<Resource[]> {
    return this.resources.findAll(domain.id, resourceIds);
  }

  /** @throws Problem resource-not-found */
  async get({ domain, resourceId }: NamedResource): Promise<Resource> {
    const resource = await this.resources.find({ domainId: domain.id, resourceId });
    if (!resource) throw createResourceNotFoundProblem(resourceId);
    return resource;
  }

  /**
   * Creates the resource or replaces its whole configuration. The domain gets a key for an algorithm that it lacks. A scope that the
   * resource no longer has is removed from all clients and roles.
   *
   * @returns whether it was created
   * @throws Problem precondition-failed, invalid-request, resource-conflict if another resource has the audience or there is no room
   */
  async provision(
    { domain, resourceId }: NamedResource,
    body: CheckedBody<ResourceRequest>,
    precondition: Precondition<Resource>,
  ): Promise<boolean> {
    const audienceViolations = this.findAudienceViolations(domain, body.valid);
    const isValid = body.violations.length + audienceViolations.length === 0;
    const algorithm = isValid ? body.valid?.signingAlgorithm : null;
    const generated = await this.publisher.generateMissing(domain.id, algorithm ? [algorithm] : []);
    return this.changes.changeAlone(domain, async () => {
      const key = { domainId: domain.id, resourceId };
      const stored = await this.resources.find(key);
      await precondition(stored);
      const configuration = readConfiguration(requireValid(body, audienceViolations));
      const changed = listChangedProperties(stored, configuration);
      if (changed.length === 0) return false;
      await this.requireRoom(key, configuration, stored);
      await this.store({ domain, key }, { stored, configuration, generated });
      const type = stored ? 'resource.updated' : 'resource.created';
      await this.log.record(domain.id, { type, data: { resource: resourceId, changed } });
      return stored === null;
    });
  }

  /**
   * Removes the resource with all that clients and roles may do there. Tokens that were issued for it end at their expiry at APIs that
   * verify them alone, and at the next introspection.
   *
   * @throws Problem resource-not-found, precondition-failed
   */
  async delete({ domain, resourceId }: NamedResource, precondition: Precondition<Resource>): Promise<void> {
    await this.changes.changeAlone(domain, async () => {
      await precondition(await this.get({ domain, resourceId }));
      await this.resources.delete({ domainId: domain.id, resourceId });
      await this.changes.raiseRevision(domain);
      await this.log.record(domain.id, { type: 'resource.deleted', data: { resource: resourceId } });
    });
  }

  /** All resources of a domain. */
  list({ id }: Domain): Promise<Resource[]> {
    return this.resources.list(id);
  }

  /**
   * Removes, creates and replaces resources within the caller's transaction, which has locked the domain, found no violations and published
   * keys for the algorithms.
   */
  async replaceSome(domain: Domain, { removed, changed }: ResourceChanges): Promise<void> {
    for (const resourceId of removed) await this.resources.delete({ domainId: domain.id, resourceId });
    await this.log.recordAll(
      domain.id,
      removed.map((resource) => ({ type: 'resource.deleted', data: { resource } })),
    );
    const moved = changed.filter(({ stored, configuration }) => stored && stored.audience !== configuration.audience);
    await this.resources.vacateAudiences(
      domain.id,
      moved.map(({ resourceId }) => resourceId),
    );
    for (const { resourceId, stored, configuration } of changed) {
      await this.store({ domain, key: { domainId: domain.id, resourceId } }, { stored, configuration, generated: [] });
    }
    await this.log.recordAll(
      domain.id,
      changed.map(({ resourceId, stored, configuration }) => ({
        type: stored ? 'resource.updated' : 'resource.created',
        data: { resource: resourceId, changed: listChangedProperties(stored, configuration) },
      })),
    );
    if (removed.length > 0) await this.changes.raiseRevision(domain);
  }

  /** The violations of limits by all resources that a domain would have, with pointers that begin with an id. */
  findRoomViolations(before: ReadonlyMap<string, ResourceConfiguration>, after: ReadonlyMap<string, ResourceConfiguration>): Violation[] {
    const [old, now] = [before, after].map((each) => [...each.values()].reduce((sum, resource) => sum + measure(resource), 0));
    const sizes = [...after].flatMap(([id, resource]) =>
      findDocumentSizeViolations(resource, before.get(id) ?? null).map(({ detail }) => ({ pointer: joinPointer('', id), detail })),
    );
    const count = after.size > MAX_RESOURCES ? [{ pointer: '', detail: `must have at most ${MAX_RESOURCES} resources` }] : [];
    const total =
      now! > Math.max(MAX_SCOPES_BYTES, old!)
        ? [{ pointer: '', detail: `must have scopes of at most ${MAX_SCOPES_BYTES} bytes as JSON` }]
        : [];
    return [...count, ...total, ...sizes];
  }

  private async store(
    { domain, key }: { domain: Domain; key: ResourceKey },
    change: { stored: ResourceConfiguration | null; configuration: ResourceConfiguration; generated: readonly GeneratedSigningKey[] },
  ): Promise<void> {
    const { stored, configuration, generated } = change;
    await this.publisher.publishMissing(domain.id, generated);
    if (configuration.accessTokenExpiry !== null) await this.changes.recordExpiry(domain, configuration.accessTokenExpiry);
    const kept = new Set(configuration.scopes.map(({ scope }) => scope));
    const removed = (stored?.scopes ?? []).map(({ scope }) => scope).filter((scope) => !kept.has(scope));
    if (removed.length > 0) await this.resources.revokeScopes(key, removed);
    if (!(await this.resources.put(key, configuration))) throw createAudienceTakenProblem();
    await this.changes.raiseRevision(domain);
  }

  /** Tokens without a resource have the issuer as audience, whatever roles and grants say. */
  findAudienceViolations(domain: Domain, { audience }: ValidPart<ResourceRequest> = {}): Violation[] {
    if (audience === undefined) return [];
    const issuer = authUrlOf(this.settings, domain.name);
    // control: the issuer is no audience of a resource
    if (URL.parse(audience)?.href !== URL.parse(issuer)?.href) return [];
    const detail = `must not be the issuer of the domain, which is the audience of tokens for no resource. Received: ${audience}`;
    return [{ pointer: '/audience', detail }];
  }

  private async requireRoom(key: ResourceKey, configuration: ResourceConfiguration, stored: Resource | null): Promise<void> {
    requireDocumentSize(configuration, stored && toConfiguration(stored));
    const others = await this.resources.measureOthers(key);
    if (!stored && others.count >= MAX_RESOURCES) throw createTooManyProblem();
    const bytes = measure(configuration);
    if (others.bytes + bytes <= MAX_SCOPES_BYTES || (stored && bytes <= measure(stored))) return;
    throw createTooLargeProblem();
  }
}

function listChangedProperties(stored: ResourceConfiguration | null, configuration: ResourceConfiguration): string[] {
  return PROPERTIES.filter((name) => !isDeepStrictEqual(stored?.[name], configuration[name]));
}

export function toConfiguration(resource: Resource): ResourceConfiguration {
  const { audience, name, scopes, accessTokenExpiry, tokenFormat, signingAlgorithm, enforceRoles } = resource;
  return { audience, name, scopes, accessTokenExpiry, tokenFormat, signingAlgorithm, enforceRoles };
}

function measure({ scopes }: Pick<Resource, 'scopes'>): number {
  return Buffer.byteLength(JSON.stringify(scopes));
}

function createAudienceTakenProblem(): Problem {
  const errors = [{ pointer: '/audience', detail: 'belongs to another resource of the domain' }];
  return new Problem('resource-conflict', 'Another resource of the domain has this audience. Nothing was changed.', { errors });
}

function createTooManyProblem(): Problem {
  return new Problem('resource-conflict', `The domain has the maximum of ${MAX_RESOURCES} resources. Delete one first.`);
}

function createTooLargeProblem(): Problem {
  const detail = `The scopes of all resources of the domain must not exceed ${MAX_SCOPES_BYTES} bytes as JSON. Remove some first.`;
  return new Problem('resource-conflict', detail);
}
