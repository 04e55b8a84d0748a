import { CLAIM_TYPES, findSubViolation, findUsernameViolation } from '@latchkey/oauth';
import { findNewAttributesViolations, type JsonObject } from '@latchkey/user';
import { textOf } from './export-values.js';

/** A user of another service. */
export interface ForeignUser {
  sub: string;
  /** Names that could be the username, the best first. */
  usernames: readonly unknown[];
  name?: unknown;
  attributes: JsonObject;
  active?: boolean;
  roles?: readonly string[];
  /** Whether they have signed in with a password. */
  hasPassword?: boolean;
  /** The types of their other credentials. */
  otherCredentials?: readonly string[];
  /** Whether they can sign in without an identity provider in another way, such as a code by mail. */
  isLocal?: boolean;
  /** Who they are at identity providers. */
  identities?: readonly ForeignIdentity[];
}

/** @property provider the name of an identity provider in the export @property subject undefined if the export does not show it */
export interface ForeignIdentity {
  provider: string;
  subject: string | undefined;
}

/** The claims that say that another one is verified. */
const VERIFIED = ['email', 'phone_number'].map((claim) => [claim, `${claim}_verified`] as const);

/**
 * @param isKnown whether the identity provider of an identity comes along
 * @returns the line of a user for the import, without roles; null if they cannot be imported
 */
export function toUserLine(
  user: ForeignUser,
  isKnown: (identity: ForeignIdentity) => boolean,
  omit: (why: string) => void,
): JsonObject | null {
  const preferredUsername = user.usernames.find((name) => typeof name === 'string' && findUsernameViolation(name) === null) as
    string | undefined;
  if (preferredUsername === undefined) {
    omit('neither the username nor the email address can be a username here, which has at least 10 characters');
    return null;
  }
  const hasSub = findSubViolation(user.sub) === null;
  const name = textOf(user.name) ?? preferredUsername;
  const attributes = keepAttributes({ ...user.attributes, legacy_sub: hasSub ? undefined : user.sub }, { preferredUsername, name }, omit);
  if (!hasSub) omit('its id cannot be a sub; it is kept as the attribute legacy_sub');
  const identity = selectIdentity(user, isKnown);
  if (!identity && !('email' in attributes))
    omit('has no email address for a link: create one with POST …/user/{sub}/magiclink, and hand it over');
  if (user.hasPassword) omit('the password has no place here: send them a link');
  for (const type of user.otherCredentials ?? []) omit(`a credential cannot be imported (${type}): they set up a new one`);
  for (const { provider } of user.identities ?? [])
    if (!identity)
      omit(
        `is not tied to the identity provider ${provider}: they sign in by a link, or get a second user at their first sign-in there. To tie them, give the line an identity`,
      );
  return {
    ...(hasSub && { sub: user.sub }),
    preferredUsername,
    name,
    attributes,
    ...(user.active === false && { active: false }),
    ...(identity && { identity }),
  };
}

/** A user here signs in locally, or at one identity provider. */
function selectIdentity({ identities = [], hasPassword, isLocal }: ForeignUser, isKnown: (identity: ForeignIdentity) => boolean) {
  const [identity, ...others] = identities;
  return identity && others.length === 0 && !hasPassword && !isLocal && isKnown(identity) ? identity : null;
}

/** The attributes that a user can have here. */
function keepAttributes(given: JsonObject, { preferredUsername, name }: Record<string, string>, omit: (why: string) => void): JsonObject {
  const attributes = Object.fromEntries(
    Object.entries(given).flatMap(([attribute, value]) =>
      value === undefined || value === null || value === '' ? [] : [[attribute, toClaimType(attribute, value)]],
    ),
  );
  for (;;) {
    const [violation] = findNewAttributesViolations(attributes, { preferred_username: preferredUsername, name });
    if (!violation) break;
    const [, pointed] = violation.pointer.split('/');
    // The whole user has too many attributes: the last ones stay behind.
    const attribute = pointed?.replaceAll('~1', '/').replaceAll('~0', '~') ?? Object.keys(attributes).at(-1)!;
    omit(`the attribute ${attribute} ${violation.detail}`);
    delete attributes[attribute];
  }
  for (const [claim, verified] of VERIFIED) if (!(claim in attributes)) delete attributes[verified];
  return attributes;
}

/** Services that store texts write a boolean claim as `true`. */
function toClaimType(name: string, value: unknown): unknown {
  const findViolation = CLAIM_TYPES.get(name);
  const isText = value === 'true' || value === 'false';
  return isText && findViolation && findViolation(value) !== null ? value === 'true' : value;
}
