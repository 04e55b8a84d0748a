import type { ClientType } from '@latchkey/oauth';
import type { FurtherGrants } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import type { ValidPart } from '../../http/checked-body.js';
import { isObject } from '../../http/merge-patch.js';
import { joinPointer } from '../../http/json-pointer.js';
import type { ResourceReference } from '../../resource/resource-reference.service.js';
import { toJwtBearer, type SentJwtBearer } from './assertion-rules.js';
import { toIdJag, type SentIdJag } from './id-jag-rules.js';
import { findResourcesViolations, listResourceReferences } from './resource-scopes.js';

type SentGrants = { [Name in keyof Omit<FurtherGrants, 'jwtBearer' | 'idJag'>]?: FurtherGrants[Name] | null } & {
  jwtBearer?: SentJwtBearer | null;
  idJag?: SentIdJag | null;
};
/** The grants of a client. Those with a question mark are absent unless it may use them. */
export type Grants = FurtherGrants;

export const EXCHANGE_MODES = ['Delegation', 'Impersonation'] as const;
const PROPERTIES = ['mode', 'resources'];

/** The document in a request. Absent and null are the same. */
export function toGrants({ clientCredentials, deviceCode, tokenExchange, jwtBearer, idJag, scim }: SentGrants): Grants {
  return {
    clientCredentials: clientCredentials ?? false,
    deviceCode: deviceCode ?? false,
    tokenExchange: tokenExchange ?? null,
    ...(jwtBearer && { jwtBearer: toJwtBearer(jwtBearer) }),
    ...(idJag && { idJag: toIdJag(idJag) }),
    ...(scim === true && { scim }),
  };
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

/** The grants that a client of this type must not have. */
export function findGrantTypeViolations(
  { clientCredentials, tokenExchange, jwtBearer, idJag, scim }: ValidPart<SentGrants>,
  clientType: ClientType,
): Violation[] {
  // control: a public client gets no tokens of its own and exchanges none
  if (clientType === 'Confidential') return [];
  const onlyConfidential = 'only a Confidential client can authenticate (RFC 6749 section 2.1)';
  return [
    ...(clientCredentials ? [{ pointer: '/clientCredentials', detail: `must be false: ${onlyConfidential}` }] : []),
    ...(scim ? [{ pointer: '/scim', detail: `must be false: ${onlyConfidential}` }] : []),
    ...(tokenExchange ? [{ pointer: '/tokenExchange', detail: `must be null: ${onlyConfidential}` }] : []),
    ...(jwtBearer ? [{ pointer: '/jwtBearer', detail: `must be null: ${onlyConfidential}` }] : []),
    ...(idJag ? [{ pointer: '/idJag', detail: `must be null: ${onlyConfidential}` }] : []),
  ];
}

/** The resources and scopes that a document names. */
export function listReferences({ tokenExchange, jwtBearer }: ValidPart<SentGrants>): ResourceReference[] {
  return [
    ...listResourceReferences(tokenExchange?.resources, '/tokenExchange/resources'),
    ...(jwtBearer?.issuers ?? []).flatMap((issuer, index) =>
      listResourceReferences(issuer?.resources, `/jwtBearer/issuers/${index}/resources`),
    ),
  ];
}
