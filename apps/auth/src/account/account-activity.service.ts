import { Injectable } from '@nestjs/common';
import type { EventType } from '@latchkey/events';
import { ALL_ENTRIES, AuditLogQueryRepository, type ChainedEntry } from '@latchkey/persistence';
import { getClientName } from '../client/client-name.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { ACTIVITIES, type ActivityItem, type AccountActivityView } from '../pages/views/account-view-models.js';
import { AccountClientService } from './account-client.service.js';
import type { AccountContext } from './account-context.js';

const PAGE_SIZE = 50;
const SEQUENCE = /^[1-9]\d{0,14}$/;

/** What the log says of the signed-in user. An entry shows once it is chained, a second later at most. */
@Injectable()
export class AccountActivityService {
  constructor(
    private readonly log: AuditLogQueryRepository,
    private readonly clients: AccountClientService,
  ) {}

  /** @param before the sequence number before which the entries are; null for the newest */
  async load({ domain, session }: AccountContext, before: string | null): Promise<Pick<AccountActivityView, 'items' | 'older'>> {
    const filter = {
      ...ALL_ENTRIES,
      types: ACTIVITIES as readonly EventType[],
      user: session.sub,
      before: before !== null && SEQUENCE.test(before) ? before : null,
    };
    const entries = await this.log.listRetained(domain.id, filter, { order: 'newest-first', limit: PAGE_SIZE + 1 });
    const shown = entries.slice(0, PAGE_SIZE);
    const names = await this.listNames(domain, shown);
    return {
      items: shown.map((entry) => toItem(entry, names)),
      older: entries.length > PAGE_SIZE ? `/account/activity?before=${shown.at(-1)!.sequence}` : null,
    };
  }

  private async listNames(domain: CachedDomain, entries: readonly ChainedEntry[]): Promise<Map<string, string>> {
    const ids = [...new Set(entries.flatMap(({ client }) => client ?? []))];
    const found = await Promise.all(ids.map(async (id) => [id, (await this.clients.find(domain, id))?.client] as const));
    return new Map(found.flatMap(([id, client]) => (client ? [[id, getClientName(client)]] : [])));
  }
}

function toItem({ type, time, actor, client }: ChainedEntry, names: ReadonlyMap<string, string>): ActivityItem {
  const isByOther = actor.type === 'api_key' || actor.type === 'operator';
  return { type: type as ActivityItem['type'], at: new Date(time), application: (client && names.get(client)) ?? null, isByOther };
}
