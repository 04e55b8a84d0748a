import type { SsfConfiguration } from '@latchkey/persistence';
import { isDeepStrictEqual } from 'node:util';

/** The columns behind each configuration member that clients can set. */
const MEMBERS: readonly (readonly [string, readonly (keyof SsfConfiguration)[]])[] = [
  ['delivery', ['pushEndpoint', 'authorizationHeader']],
  ['description', ['description']],
  ['events_requested', ['eventsRequested']],
];

/** The configuration members that differ: OpenID SSF 1.0 section 8.1.1. */
export function listChangedMembers(before: SsfConfiguration, after: SsfConfiguration): string[] {
  return MEMBERS.filter(([, columns]) => columns.some((name) => !isDeepStrictEqual(before[name], after[name]))).map(([member]) => member);
}

/** The origin of a stream's push endpoint. Its path and query may contain secrets, which must not be logged. Null for polling. */
export function getPushOrigin({ pushEndpoint }: SsfConfiguration): string | null {
  return pushEndpoint === null ? null : new URL(pushEndpoint).origin;
}
