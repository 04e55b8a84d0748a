import type { Configuration, Members, Targets } from './section.js';

interface SentResource {
  scopes?: readonly ({ scope?: string } | undefined)[] | null;
}

/** @param configuration after the change, in which undefined stands for what has errors */
export function listTargets({ resources, roles }: Configuration): Targets {
  const sent = resources as Members<SentResource | undefined> | undefined;
  return {
    resources: sent && new Map(Object.entries(sent).map(([id, resource]) => [id, listScopes(resource)])),
    roles: roles === undefined ? undefined : new Set(Object.keys(roles as object)),
  };
}

/** @returns null if they are unknown. A resource without the member has no scopes. */
function listScopes(resource: SentResource | undefined): Set<string> | null {
  if (!resource || ('scopes' in resource && resource.scopes === undefined)) return null;
  return new Set((resource.scopes ?? []).flatMap((item) => item?.scope ?? []));
}
