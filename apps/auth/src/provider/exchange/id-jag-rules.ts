import { splitScope } from '@latchkey/oauth';
import type { IdJagAudience } from '@latchkey/persistence';
import { errors } from 'oidc-provider';
import type { CachedClient } from '../../client/cached-client.js';
import { toDescriptionText } from '../../protocol/description-text.js';

export interface IdJagRequest {
  audience: string | undefined;
  resource: string | undefined;
  scope: string | undefined;
}

/** What an identity assertion lets its client ask for at another server. */
export interface IdJagAccess {
  target: IdJagAudience;
  resource: string;
  scope: string[];
}

/** What the operator lets a client ask for, for its users. @throws InvalidRequest, InvalidTarget, InvalidScope */
export function chooseIdJagAccess({ audience, resource, scope }: IdJagRequest, client: CachedClient, issuer: string): IdJagAccess {
  if (audience === undefined)
    throw new errors.InvalidRequest('audience is missing: it is the issuer of the server that the assertion is for');
  const target = client.idJagAudiences.find((each) => each.issuer === audience);
  // control: a client gets identity assertions only for servers that the operator lists, never for its own
  if (!target || audience === issuer)
    throw new errors.InvalidTarget(`this client may not get identity assertions for audience ${toDescriptionText(audience)}`);
  const [only, ...others] = Object.keys(target.resources);
  const named = resource ?? (others.length === 0 ? only : undefined);
  if (named === undefined) throw new errors.InvalidRequest('resource is missing: it names the API that the assertion is for (RFC 8707)');
  // control: an identity assertion is for a resource that the operator lists
  if (!Object.hasOwn(target.resources, named))
    throw new errors.InvalidTarget(`this client may not get identity assertions for resource ${toDescriptionText(named)}`);
  const allowed = target.resources[named]!;
  const requested = scope === undefined ? allowed : [...new Set(splitScope(scope))];
  // control: an identity assertion has no scope beyond the operator's list
  const refused = requested.find((each) => !allowed.includes(each));
  if (refused !== undefined) throw new errors.InvalidScope('requested scope is not allowed', refused);
  return { target, resource: named, scope: requested };
}
