import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Domain, TokenKind } from '@latchkey/persistence';
import { createInvalidBodyProblem, type Violation } from '@latchkey/problem';
import { findDocumentSizeViolations } from '../../http/document-size.js';
import { isObject } from '../../http/merge-patch.js';
import { ViolationCollector } from '../../http/violation-collector.js';
import { ScopeListPipe } from '../../scope/scope-list.pipe.js';
import { toScopeClaims } from '../../scope/scope-claims.js';
import { ScopeService, type ListedScope } from '../../scope/scope.service.js';
import { NO_SECRETS, type Section, type SectionChange } from '../section.js';

const KINDS = { accessToken: 'access_token', idToken: 'id_token' } as const satisfies Record<string, TokenKind>;
const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

type Scopes = Readonly<Record<keyof typeof KINDS, readonly ListedScope[]>>;

/** The claims that scopes add to tokens. A list that is absent in a request is empty. */
@Injectable()
export class ScopeSection implements Section<Scopes> {
  readonly name = 'scopes';
  readonly permission = 'scope';
  private readonly pipe = new ScopeListPipe();

  constructor(private readonly scopes: ScopeService) {}

  async read(domain: Domain): Promise<Scopes> {
    const list = async (kind: TokenKind): Promise<ListedScope[]> =>
      (await this.scopes.list(domain, kind)).map(({ scope, claims }) => ({ scope, claims }));
    return { accessToken: await list('access_token'), idToken: await list('id_token') };
  }

  async parse(_domain: Domain, value: unknown): Promise<Scopes> {
    if (!isObject(value)) throw createInvalidBodyProblem([{ pointer: '', detail: 'must be an object' }]);
    const collector = new ViolationCollector();
    const unknown = Object.keys(value).filter((name) => !NAMES.includes(name as never));
    collector.add(
      '',
      unknown.map((name) => ({ pointer: `/${name}`, detail: `is not one of: ${NAMES.join(', ')}` })),
    );
    const parse = async (name: keyof Scopes): Promise<ListedScope[]> =>
      (await collector.attempt(`/${name}`, () => this.pipe.transform(value[name] ?? [])))?.map(toScopeClaims) ?? [];
    const scopes = { accessToken: await parse('accessToken'), idToken: await parse('idToken') };
    if (collector.violations.length > 0) throw createInvalidBodyProblem(collector.violations);
    return scopes;
  }

  findViolations({ before, after }: SectionChange<Scopes>): Promise<Violation[]> {
    return Promise.resolve(
      NAMES.flatMap((name) => findDocumentSizeViolations(after[name], before[name]).map(({ detail }) => ({ pointer: `/${name}`, detail }))),
    );
  }

  async apply({ domain, before, after }: SectionChange<Scopes>): Promise<ReadonlyMap<string, string>> {
    for (const name of NAMES.filter((each) => !isDeepStrictEqual(before[each], after[each])))
      await this.scopes.replace(domain, { kind: KINDS[name], scopes: [...after[name]] as never }, () => undefined);
    return NO_SECRETS;
  }
}
