import type { ClientRegistrationSettings } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import type { ValidPart } from '../http/checked-body.js';
import { findIdentifierViolation } from '../http/identifier.pipe.js';
import { joinPointer } from '../http/json-pointer.js';
import { isObject } from '../http/merge-patch.js';
import { TRUE_OR_FALSE } from '../http/validators.js';
import type { ResourceReference } from '../resource/resource-reference.service.js';
import { findRepetition } from '../resource/scope-list-rules.js';

/** A domain has no more resources. */
export const MAX_RESOURCES = 200;
export const MAX_HOSTS = 100;
/** A DNS name in its ASCII form. Its last label begins with a letter, so that it is no IP address. */
export const HOST_PATTERN = '^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$';

const HOST = new RegExp(HOST_PATTERN);

type SentSettings = { [Part in keyof ClientRegistrationSettings]?: Partial<ClientRegistrationSettings[Part]> | null };

/** The settings in a request. Absent and null are the same, in each part and for each part. */
export function toSettings({ metadataDocuments, dynamicRegistration }: SentSettings): ClientRegistrationSettings {
  const [documents, dynamic] = [metadataDocuments ?? {}, dynamicRegistration ?? {}];
  return {
    metadataDocuments: { enabled: documents.enabled ?? false, hosts: documents.hosts ?? null, resources: documents.resources ?? [] },
    dynamicRegistration: {
      enabled: dynamic.enabled ?? false,
      ...(dynamic.requireInitialAccessToken === true && { requireInitialAccessToken: true }),
      resources: dynamic.resources ?? [],
    },
  };
}

/** Every error of `metadataDocuments`, with pointers into it. */
export function findMetadataDocumentsViolations(value: unknown): Violation[] {
  return findPartViolations(value, ['enabled', 'hosts', 'resources']);
}

/** Every error of `dynamicRegistration`, with pointers into it. */
export function findDynamicRegistrationViolations(value: unknown): Violation[] {
  return findPartViolations(value, ['enabled', 'requireInitialAccessToken', 'resources']);
}

function findPartViolations(value: unknown, properties: readonly string[]): Violation[] {
  if (!isObject(value)) return [{ pointer: '', detail: `must be null or an object with ${properties.join(', ')}` }];
  const { hosts = null, resources = null } = value;
  return [
    ...Object.keys(value)
      .filter((name) => !properties.includes(name))
      .map((name) => ({ pointer: joinPointer('', name), detail: 'is not a property of this request' })),
    ...['enabled', 'requireInitialAccessToken']
      .filter((name) => properties.includes(name) && !['boolean', 'undefined'].includes(typeof (value[name] ?? undefined)))
      .map((name) => ({ pointer: `/${name}`, detail: TRUE_OR_FALSE.message })),
    ...(hosts === null || !properties.includes('hosts') ? [] : findListViolations(hosts, MAX_HOSTS, findHostViolation)).map(
      below('/hosts'),
    ),
    ...(resources === null ? [] : findListViolations(resources, MAX_RESOURCES, findIdentifierViolation)).map(below('/resources')),
  ];
}

function findListViolations(value: unknown, max: number, findItemViolation: (item: unknown) => string | null): Violation[] {
  if (!Array.isArray(value)) return [{ pointer: '', detail: 'must be an array' }];
  if (value.length > max) return [{ pointer: '', detail: `must have at most ${max} items` }];
  return value.flatMap((item: unknown, index) => {
    const detail = findItemViolation(item) ?? findRepetition(value, index);
    return detail === null ? [] : [{ pointer: `/${index}`, detail }];
  });
}

function findHostViolation(value: unknown): string | null {
  if (typeof value === 'string' && HOST.test(value)) return null;
  return 'must be a host name in lower case and in its ASCII form, without a port, such as app.example.com';
}

function below(parent: string): (violation: Violation) => Violation {
  return ({ pointer, detail }) => ({ pointer: `${parent}${pointer}`, detail });
}

/** The resources that a request names. */
export function listReferences(settings: ValidPart<SentSettings>): ResourceReference[] {
  return (['metadataDocuments', 'dynamicRegistration'] as const).flatMap((part) =>
    (settings[part]?.resources ?? []).flatMap((resourceId, index) => {
      const pointer = `/${part}/resources/${index}`;
      return resourceId === undefined ? [] : [{ resourceId, scopes: [], pointer, scopesPointer: pointer }];
    }),
  );
}
