import { cliJson } from './cli.js';
import { sql } from './sql.js';

/** Publishes a next signing key, as an operator would. @returns its `kid` */
export async function publishNextKey(databaseUrl: string, domain: string, algorithm = 'ES256'): Promise<string> {
  const [published] = (await cliJson(databaseUrl, 'domain', 'rotate-keys', domain, '--algorithm', algorithm)) as [{ kid: string }];
  return published.kid;
}

/** Moves the clock of the keys by an hour, so that all published keys may sign. */
export async function passPublicationLead(databaseUrl: string, domain: string): Promise<void> {
  await sql(
    databaseUrl,
    `UPDATE signing_key SET signs_from = signs_from - interval '1 h' WHERE domain_id = (SELECT id FROM domain WHERE name = $1)`,
    [domain],
  );
  await sql(databaseUrl, `UPDATE domain SET revision = nextval('revision') WHERE name = $1`, [domain]);
}
