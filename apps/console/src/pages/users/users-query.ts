import { queryOptions } from '@tanstack/react-query';
import type { operations } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../api/api.js';

/** Everything about a user: attributes beside the service's own properties. */
export type User = operations['getUser']['responses'][200]['content']['application/json'];
export type UserPatch = operations['updateUser']['requestBody']['content']['application/json'];
export type Attributes = Record<string, unknown>;

/** Properties of a user that are no attributes. */
const OWN_PROPERTIES = new Set(['sub', 'active', 'identityProvider', 'createdAt', 'lastSignInAt']);

export interface UserKey {
  domain: string;
  sub: string;
}

export interface UserTabProps {
  read: Answer<User>;
}

export const userPath = ({ domain, sub }: UserKey) => `/v1/domain/${domain}/user/${sub}`;

/** @param part such as `role`, for what belongs to the user */
export const userQueryKey = ({ domain, sub }: UserKey, part?: string) => ['user', domain, sub, ...(part ? [part] : [])];

export const userQuery = (key: UserKey) =>
  queryOptions({
    queryKey: userQueryKey(key, 'details'),
    queryFn: () => answer(api.GET('/v1/domain/{domain}/user/{sub}', { params: { path: key } })),
  });

export const readAttributes = (user: User): Attributes =>
  Object.fromEntries(Object.entries(user).filter(([name]) => !OWN_PROPERTIES.has(name)));

/** The name that people know. */
export const nameOf = (user: User): string => user.name ?? user.preferred_username;

/** Sends a merge patch (RFC 7396). */
export const patchUser = (key: UserKey, body: UserPatch, etag: string | null = null) =>
  answer(
    api.PATCH('/v1/domain/{domain}/user/{sub}', {
      params: { path: key, header: etag === null ? {} : { 'If-Match': etag } },
      body,
    }),
  );
