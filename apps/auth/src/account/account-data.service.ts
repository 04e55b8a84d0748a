import { Injectable } from '@nestjs/common';
import type { UserDataSection } from '@latchkey/persistence';
import { UserExportService } from '@latchkey/user';
import type { AccountDataView } from '../pages/views/account-view-models.js';
import type { AccountContext } from './account-context.js';

type Count = AccountDataView['counts'][number];

/** The kinds of data with a name of their own on the page. The others are counted together. */
const SHOWN = [
  'roles',
  'passkeys',
  'authenticatorApps',
  'recoveryCodes',
  'sessions',
  'applications',
  'agents',
  'messages',
  'magicLinks',
] as const;

/** Everything that is kept about the signed-in user. */
@Injectable()
export class AccountDataService {
  constructor(private readonly exports: UserExportService) {}

  /** What the page shows; the file has all of it. */
  async load({ domain, session }: AccountContext): Promise<Pick<AccountDataView, 'attributes' | 'counts'>> {
    const sections: UserDataSection[] = [];
    for await (const section of this.exports.listSections(domain.id, session.sub)) sections.push(section);
    const [profile] = sections.find(({ name }) => name === 'profile')?.rows ?? [];
    const attributes = Object.entries((profile?.['attributes'] ?? {}) as Record<string, unknown>);
    return { attributes: attributes.map(([name, value]) => [name, toText(value)]), counts: countRows(sections) };
  }

  /** The file, in pieces. */
  stream({ domain, session }: AccountContext): AsyncGenerator<string> {
    return this.exports.stream({ domainId: domain.id, domain: domain.name, sub: session.sub });
  }
}

function countRows(sections: readonly UserDataSection[]): Count[] {
  const rows = new Map(sections.map((section) => [section.name, section.rows.length]));
  const shown = SHOWN.map((kind): Count => ({ kind, count: rows.get(kind) ?? 0 }));
  for (const kind of [...SHOWN, 'profile', 'activity']) rows.delete(kind);
  const other = [...rows.values()].reduce((sum, count) => sum + count, 0);
  return [...shown, { kind: 'other' as const, count: other }].filter(({ count }) => count > 0);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
