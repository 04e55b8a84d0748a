import { Injectable } from '@nestjs/common';
import { listScopeClaims, STANDARD_SCOPE_CLAIMS, type ScopeClaimsList } from '@latchkey/oauth';
import { ScopeClaimsRepository, type SubscribedStream, type TokenKind } from '@latchkey/persistence';

/** The names of claims that the client of each stream may receive, keyed by stream id. */
export type ReceiverClaims = ReadonlyMap<string, ReadonlySet<string>>;

const KINDS: readonly TokenKind[] = ['id_token', 'access_token'];

/** Determines which user claims receivers may get: those that a scope of their client adds to tokens. */
@Injectable()
export class ReceiverClaimsService {
  constructor(private readonly scopes: ScopeClaimsRepository) {}

  async list(streams: readonly SubscribedStream[]): Promise<ReceiverClaims> {
    const domainIds = [...new Set(streams.map(({ domainId }) => domainId))];
    const lists = new Map(await Promise.all(domainIds.map(async (id) => [id, await this.readList(id)] as const)));
    // control: a receiver gets only claims that its client may get
    return new Map(streams.map(({ id, domainId, scope }) => [id, new Set(listScopeClaims(lists.get(domainId)!, scope))]));
  }

  private async readList(domainId: string): Promise<ScopeClaimsList> {
    const list: ScopeClaimsList[number][] = [];
    for (const kind of KINDS) list.push(...((await this.scopes.find(domainId, kind)) ?? STANDARD_SCOPE_CLAIMS[kind]));
    return list;
  }
}
