import { isScope, splitScope } from '@latchkey/oauth';
import { parse } from 'node:querystring';
import { toDescriptionText } from '../../protocol/description-text.js';

/** What a gateway demands of a token. */
export interface ForwardAuthQuery {
  audience: string;
  /** All of these scope tokens; none if the gateway leaves the scope to its API. */
  scope: readonly string[];
}

export interface InvalidForwardAuthQuery {
  /** Everything that is wrong, for an `error_description`. */
  violation: string;
}

/** Reads the query of `/connect/verify`. A misspelt name would remove a check without notice, so unknown ones are refused. */
export function parseForwardAuthQuery(query: string): ForwardAuthQuery | InvalidForwardAuthQuery {
  const { audience, scope, ...others } = parse(query, undefined, undefined, { maxKeys: 0 });
  const unknown = Object.keys(others);
  const violations =
    unknown.length === 0 ? [] : [`audience and scope are the only parameters. Received: ${toDescriptionText(unknown.join(', '))}`];
  if (scope !== undefined && (typeof scope !== 'string' || !isScope(scope)))
    violations.unshift('scope must occur at most once, with scope tokens separated by single spaces');
  if (typeof audience !== 'string' || audience === '')
    violations.unshift('audience must occur once, with the audience of the API behind the gateway');
  if (violations.length > 0) return { violation: violations.join('; ') };
  return { audience: audience as string, scope: splitScope((scope as string | undefined) ?? '') };
}
