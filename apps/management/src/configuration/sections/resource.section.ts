import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { SigningAlgorithm } from '@latchkey/crypto';
import type { Domain, ResourceConfiguration } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import { checkBody, requireValid } from '../../http/checked-body.js';
import { findIdentifierViolation } from '../../http/identifier.pipe.js';
import { omitNulls, parseBody } from '../../http/parse-body.js';
import { joinPointer } from '../../http/json-pointer.js';
import type { ViolationCollector } from '../../http/violation-collector.js';
import { readConfiguration } from '../../resource/resource-configuration.js';
import { ResourceRequest } from '../../resource/resource.dto.js';
import { MAX_RESOURCES, ResourceService, toConfiguration } from '../../resource/resource.service.js';
import { compareMembers, NO_SECRETS, sortMembers, type Members, type Section, type SectionChange } from '../section.js';

type ListedResource = Partial<ResourceConfiguration>;
type Resources = Members<ListedResource>;

/** The resources (APIs) of a domain. */
@Injectable()
export class ResourceSection implements Section<Resources> {
  readonly name = 'resources';
  readonly permission = 'resource';

  constructor(private readonly resources: ResourceService) {}

  async read(domain: Domain): Promise<Resources> {
    const resources = await this.resources.list(domain);
    return sortMembers(resources.map((resource) => [resource.resourceId, omitNulls(toConfiguration(resource))] as const));
  }

  async parse(domain: Domain, value: unknown, collector: ViolationCollector): Promise<Resources> {
    const rule = { pointer: '', max: MAX_RESOURCES, findNameViolation: findIdentifierViolation };
    const resources = await collector.parseMembers(value, rule, async (resource) => {
      const body = await checkBody(resource, (sent) => parseBody(ResourceRequest, sent));
      return omitNulls(readConfiguration(requireValid(body, this.resources.findAudienceViolations(domain, body.valid))));
    });
    collector.add('', findRepeatedAudiences(resources));
    return resources;
  }

  findViolations({ before, after }: SectionChange<Resources>): Promise<Violation[]> {
    return Promise.resolve(this.resources.findRoomViolations(toConfigurations(before), toConfigurations(after)));
  }

  listAlgorithms({ after }: SectionChange<Resources>): SigningAlgorithm[] {
    return Object.values(after).flatMap(({ signingAlgorithm }) => signingAlgorithm ?? []);
  }

  async apply({ domain, before, after }: SectionChange<Resources>): Promise<ReadonlyMap<string, string>> {
    const { removed, changed } = compareMembers(before, after, isDeepStrictEqual);
    await this.resources.replaceSome(domain, {
      removed,
      changed: changed.map(({ name, before: stored, after: resource }) => ({
        resourceId: name,
        stored: stored && complete(stored),
        configuration: complete(resource),
      })),
    });
    return NO_SECRETS;
  }
}

function complete(resource: ListedResource): ResourceConfiguration {
  return readConfiguration(resource as ResourceRequest);
}

function toConfigurations(resources: Resources): Map<string, ResourceConfiguration> {
  return new Map(Object.entries(resources).map(([id, resource]) => [id, complete(resource)]));
}

function findRepeatedAudiences(resources: Resources): Violation[] {
  const owners = new Map<string, string>();
  return Object.entries(resources).flatMap(([id, { audience }]) => {
    const owner = owners.get(audience!);
    if (owner === undefined) owners.set(audience!, id);
    return owner === undefined ? [] : [{ pointer: `${joinPointer('', id)}/audience`, detail: `belongs to the resource ${owner}` }];
  });
}
