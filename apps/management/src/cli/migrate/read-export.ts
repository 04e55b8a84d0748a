import { isObject, type JsonObject } from '@latchkey/user';
import type { Migration } from './migration.js';
import { readRecords } from './read-records.js';
import type { MigrationSource } from './source.js';
import { watchRecord, type WatchedRecord } from './unread-members.js';

/** Roles of users that a file lists apart from the users: `sub` and `role`. */
const MEMBERSHIPS = 'memberships';

/** Takes the configuration of all files, so that it is known before the users. */
export async function takeConfiguration(migration: Migration, source: MigrationSource, files: readonly string[]): Promise<void> {
  for await (const { kind, path, record } of readKinds(source, files)) {
    if (kind === source.users) continue;
    if (kind === null) {
      omitUnknown(migration, source, { path, record });
      continue;
    }
    if (!record) continue;
    if (kind === MEMBERSHIPS) takeMembership(migration, record);
    else {
      const watched = watchRecord(record);
      omitUnread(migration, source, { kind, watched, what: source.kinds[kind]!(migration, watched.record, path) });
    }
  }
}

/** Yields the lines of the users for the import. */
export async function* readUserLines(migration: Migration, source: MigrationSource, files: readonly string[]): AsyncGenerator<string> {
  for await (const { kind, record } of readKinds(source, files)) {
    if (kind !== source.users || !record) continue;
    const watched = watchRecord(record);
    const user = source.toUser(migration, watched.record);
    const line = user && migration.toUserLine(user);
    if (!line) continue;
    // Writing the line reads the attributes, so it comes first.
    const text = `${JSON.stringify(line)}\n`;
    omitUnread(migration, source, { kind, watched, what: `user ${user.sub}` });
    yield text;
  }
}

interface KindOfRecord {
  kind: string | null;
  path: readonly string[];
  record: JsonObject | null;
}

async function* readKinds({ kinds, users, objects = [], guess }: MigrationSource, files: readonly string[]): AsyncGenerator<KindOfRecord> {
  const arrays = [users, MEMBERSHIPS, ...Object.keys(kinds)].filter((kind) => !objects.includes(kind));
  for (const file of files) {
    for await (const { kind, path, value } of readRecords(file, { arrays, objects })) {
      const record = isObject(value) ? value : null;
      yield { kind: kind ?? (path.length === 0 && record ? (guess?.(record) ?? null) : null), path, record };
    }
  }
}

function takeMembership(migration: Migration, { sub, role }: JsonObject): void {
  if (typeof sub === 'string' && typeof role === 'string') migration.addRolesOf(sub, [role]);
}

/** A member of a file, or a record of a list, that no code knows. */
function omitUnknown(migration: Migration, { unread }: MigrationSource, { path, record }: Omit<KindOfRecord, 'kind'>): void {
  const name = path.join('.');
  const why = unread.find(([pattern]) => pattern.test(name))?.[1];
  if (why === null) return;
  if (record) migration.omit(`a record with ${Object.keys(record).slice(0, 5).join(', ')}`, 'its kind is unknown');
  else migration.omit(name, why ?? 'nothing here corresponds to this part of the export');
}

function omitUnread(
  migration: Migration,
  { unread }: MigrationSource,
  { kind, watched, what }: { kind: string; watched: WatchedRecord; what: string | null },
): void {
  if (what === null) return;
  const reasons = watched.listUnread().map((name) => {
    const member = `${kind}.${name}`;
    const rule = unread.find(([pattern]) => pattern.test(member));
    return rule ? rule[1] : `nothing here corresponds to ${member}`;
  });
  for (const why of new Set(reasons)) if (why !== null) migration.omit(what, why);
}
