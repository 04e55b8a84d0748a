import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Argument, Command } from 'commander';
import { withJson, type LocalCommandRunner } from '../run.js';
import { AUTH0 } from './auth0.js';
import { COGNITO } from './cognito.js';
import { KEYCLOAK } from './keycloak.js';
import { Migration } from './migration.js';
import { FUSIONAUTH, LOGTO, ZITADEL } from './others.js';
import { readUserLines, takeConfiguration } from './read-export.js';
import type { MigrationSource } from './source.js';

/** The services that people come from. */
export const SOURCES: Readonly<Record<string, MigrationSource>> = {
  keycloak: KEYCLOAK,
  auth0: AUTH0,
  logto: LOGTO,
  zitadel: ZITADEL,
  fusionauth: FUSIONAUTH,
  cognito: COGNITO,
};

export function migrateCommand(run: LocalCommandRunner): Command {
  return withJson(
    new Command('migrate')
      .description('make a configuration document and a user import from the exports of another service')
      .addArgument(new Argument('<service>', 'where the exports come from').choices(Object.keys(SOURCES)))
      .argument('<file...>', 'JSON, or one JSON value per line')
      .option('--out <folder>', 'where the files go', 'migration'),
  ).action((...[service, files, { out }, command]: [string, string[], { out: string }, Command]) =>
    run(command, () => migrate(SOURCES[service]!, files, out)),
  );
}

/** What a migration made. */
interface MigrationSummary {
  folder: string;
  clients: number;
  roles: number;
  resources: number;
  providers: number;
  secrets: number;
  users: number;
  omissions: number;
}

/** Writes `configuration.json`, `users.ndjson`, `secrets.json` and `report.json` to a folder. Memory grows with the configuration, not with the users. */
export async function migrate(source: MigrationSource, files: readonly string[], folder: string): Promise<MigrationSummary> {
  const migration = new Migration();
  let users = 0;
  async function* countLines(): AsyncGenerator<string> {
    for await (const line of readUserLines(migration, source, files)) {
      users += 1;
      yield line;
    }
  }
  await takeConfiguration(migration, source, files);
  await mkdir(folder, { recursive: true });
  await pipeline(Readable.from(countLines()), createWriteStream(join(folder, 'users.ndjson')));
  const write = (name: string, value: unknown, mode = 0o644): Promise<void> =>
    writeFile(join(folder, name), `${JSON.stringify(value, null, 2)}\n`, { mode });
  await write('configuration.json', migration.toDocument());
  await write('secrets.json', migration.secrets, 0o600);
  const omissions = migration.listOmissions();
  await write('report.json', omissions);
  const { clients, roles, resources, providers, secrets } = migration;
  const [clientCount, roleCount, resourceCount, providerCount, secretCount] = [clients, roles, resources, providers, secrets].map(
    (each) => Object.keys(each).length,
  ) as [number, number, number, number, number];
  return {
    folder,
    clients: clientCount,
    roles: roleCount,
    resources: resourceCount,
    providers: providerCount,
    secrets: secretCount,
    users,
    omissions: omissions.reduce((sum, { count }) => sum + count, 0),
  };
}
