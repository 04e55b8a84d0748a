import { findAbsoluteUriViolation, findIssuerViolation, MAX_ISSUER_LENGTH } from '@latchkey/oauth';
import type { IdJagAudience } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import { isObject } from '../../http/merge-patch.js';
import { joinPointer } from '../../http/json-pointer.js';
import { findScopeListViolations } from '../../resource/scope-list-rules.js';
import { findListViolations, listUnknownProperties } from './object-list-rules.js';

/** The number of servers of one client, and of the resources of one server. */
export const MAX_AUDIENCES = 10;
export const MAX_AUDIENCE_RESOURCES = 50;
export const MAX_REMOTE_CLIENT_ID_LENGTH = 256;
const PROPERTIES = ['issuer', 'clientId', 'resources'];

/** The identity assertions that a client may get, in a request. */
export interface SentIdJag {
  audiences: (Pick<IdJagAudience, 'issuer' | 'resources'> & Partial<IdJagAudience>)[];
}

/** Every error in the document of identity assertions, with pointers into it. */
export function findIdJagViolations(value: unknown): Violation[] {
  return findListViolations(value, { name: 'audiences', max: MAX_AUDIENCES, find: findAudienceViolations });
}

/** The document as it is stored. */
export function toIdJag({ audiences }: SentIdJag): { audiences: IdJagAudience[] } {
  return { audiences: audiences.map(({ issuer, clientId, resources }) => ({ issuer, clientId: clientId ?? null, resources })) };
}

function findAudienceViolations(value: unknown): Violation[] {
  if (!isObject(value)) return [{ pointer: '', detail: 'must be an object with issuer and resources' }];
  const { issuer, clientId, resources } = value;
  const issuerViolation = findIssuerEntryViolation(issuer);
  const isClientId = typeof clientId === 'string' && /^[ -~]+$/.test(clientId) && clientId.length <= MAX_REMOTE_CLIENT_ID_LENGTH;
  const clientIdViolation =
    (clientId ?? null) === null || isClientId
      ? []
      : [{ pointer: '/clientId', detail: `must be null or 1 to ${MAX_REMOTE_CLIENT_ID_LENGTH} visible ASCII characters` }];
  return [
    ...listUnknownProperties(value, PROPERTIES),
    ...(issuerViolation === null ? [] : [{ pointer: '/issuer', detail: issuerViolation }]),
    ...clientIdViolation,
    ...findRemoteResourcesViolations(resources).map(({ pointer, detail }) => ({ pointer: `/resources${pointer}`, detail })),
  ];
}

/** The error of an issuer, or null. */
export function findIssuerEntryViolation(issuer: unknown): string | null {
  const isLong = typeof issuer === 'string' && issuer.length > MAX_ISSUER_LENGTH;
  return isLong ? `must have at most ${MAX_ISSUER_LENGTH} characters` : findIssuerViolation(issuer);
}

function findRemoteResourcesViolations(resources: unknown): Violation[] {
  if (!isObject(resources)) return [{ pointer: '', detail: 'must be an object with lists of scopes by the URIs of resources' }];
  const entries = Object.entries(resources);
  if (entries.length > MAX_AUDIENCE_RESOURCES) return [{ pointer: '', detail: `must have at most ${MAX_AUDIENCE_RESOURCES} resources` }];
  return entries.flatMap(([uri, scopes]) => {
    const detail = findAbsoluteUriViolation(uri);
    const errors = detail === null ? findScopeListViolations(scopes) : [{ pointer: '', detail: `has a name that ${detail}` }];
    return errors.map(({ pointer, detail: each }) => ({ pointer: `${joinPointer('', uri)}${pointer}`, detail: each }));
  });
}
