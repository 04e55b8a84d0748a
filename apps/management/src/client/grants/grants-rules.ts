import type { ClientType } from '@latchkey/oauth';
import type { FurtherGrants } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import type { ValidPart } from '../../http/checked-body.js';
import { findIdentifierViolation } from '../../http/identifier.pipe.js';
import { isObject } from '../../http/merge-patch.js';
import { joinPointer } from '../../http/json-pointer.js';
import type { ResourceReference } from '../../resource/resource-reference.service.js';
import { findScopeListViolations } from '../../resource/scope-list-rules.js';

type SentGrants = { [Name in keyof FurtherGrants]?: FurtherGrants[Name] | null };

export const EXCHANGE_MODES = ['Delegation', 'Impersonation'] as const;
/** A domain has no more resources. */
export const MAX_RESOURCES = 200;
const PROPERTIES = ['mode', 'resources'];

/** The document in a request. Absent and null are the same. */
export function toGrants({ clientCredentials, deviceCode, tokenExchange }: SentGrants): FurtherGrants {
  return { clientCredentials: clientCredentials ?? false, deviceCode: deviceCode ?? false, tokenExchange: tokenExchange ?? null };
}

/** Every error in the document of token exchange, with pointers into it. */
export function findTokenExchangeViolations(value: unknown): Violation[] {
  if (!isObject(value)) return [{ pointer: '', detail: 'must be null or an object with mode and resources' }];
  const { mode, resources } = value;
  const unknown = Object.keys(value).filter((name) => !PROPERTIES.includes(name));
  const isMode = EXCHANGE_MODES.includes(mode as never);
  return [
    ...unknown.map((name) => ({ pointer: joinPointer('', name), detail: 'is not a property of this request' })),
    ...(isMode ? [] : [{ pointer: '/mode', detail: `must be one of: ${EXCHANGE_MODES.join(', ')}` }]),
    ...findResourcesViolations(resources).map(({ pointer, detail }) => ({ pointer: `/resources${pointer}`, detail })),
  ];
}

function findResourcesViolations(resources: unknown): Violation[] {
  if (!isObject(resources)) return [{ pointer: '', detail: 'must be an object with lists of scopes by the ids of resources' }];
  const entries = Object.entries(resources);
  if (entries.length > MAX_RESOURCES) return [{ pointer: '', detail: `must have at most ${MAX_RESOURCES} resources` }];
  return entries.flatMap(([id, scopes]) => {
    const detail = findIdentifierViolation(id);
    const errors = detail === null ? findScopeListViolations(scopes) : [{ pointer: '', detail: `has an id that ${detail}` }];
    return errors.map(({ pointer, detail: each }) => ({ pointer: `${joinPointer('', id)}${pointer}`, detail: each }));
  });
}

/** The grants that a client of this type must not have. */
export function findGrantTypeViolations({ clientCredentials, tokenExchange }: ValidPart<SentGrants>, clientType: ClientType): Violation[] {
  // control: a public client gets no tokens of its own and exchanges none
  if (clientType === 'Confidential') return [];
  const onlyConfidential = 'only a Confidential client can authenticate (RFC 6749 section 2.1)';
  return [
    ...(clientCredentials ? [{ pointer: '/clientCredentials', detail: `must be false: ${onlyConfidential}` }] : []),
    ...(tokenExchange ? [{ pointer: '/tokenExchange', detail: `must be null: ${onlyConfidential}` }] : []),
  ];
}

/** The resources and scopes that a document names. */
export function listReferences({ tokenExchange }: ValidPart<SentGrants>): ResourceReference[] {
  return Object.entries(tokenExchange?.resources ?? {}).flatMap(([resourceId, scopes]) => {
    if (scopes === undefined) return [];
    const pointer = joinPointer('/tokenExchange/resources', resourceId);
    return [{ resourceId, scopes, pointer, scopesPointer: pointer }];
  });
}
