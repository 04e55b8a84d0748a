import type { SsfConfiguration } from '@latchkey/persistence';
import { isDeepStrictEqual } from 'node:util';

/** The columns of each member of a configuration that clients set. */
const MEMBERS: readonly (readonly [string, readonly (keyof SsfConfiguration)[]])[] = [
  ['delivery', ['pushEndpoint', 'authorizationHeader']],
  ['description', ['description']],
  ['events_requested', ['eventsRequested']],
];

/** The members of the configuration of a stream that differ: OpenID SSF 1.0 section 8.1.1. */
export function listChangedMembers(before: SsfConfiguration, after: SsfConfiguration): string[] {
  return MEMBERS.filter(([, columns]) => columns.some((name) => !isDeepStrictEqual(before[name], after[name]))).map(([member]) => member);
}

/** The origin of the address that a stream pushes to: its path and query may have secrets, and are not for the log. Null: by poll. */
export function getPushOrigin({ pushEndpoint }: SsfConfiguration): string | null {
  return pushEndpoint === null ? null : new URL(pushEndpoint).origin;
}
