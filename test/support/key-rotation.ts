import { cliJson } from './cli.js';
import { sql } from './sql.js';

/** Publishes a next signing key, as an operator would. @returns its `kid` */
export async function publishNextKey(databaseUrl: string, domain: string, algorithm = 'ES256'): Promise<string> {
  const [published] = (await cliJson(databaseUrl, 'domain', 'rotate-keys', domain, '--algorithm', algorithm)) as [{ kid: string }];
  return published.kid;
}

/** Chooses the algorithm of a published key, and moves the clock of the keys until it signs. */
export async function startSigningWith(databaseUrl: string, domain: string, kid: string): Promise<void> {
  await sql(
    databaseUrl,
    `UPDATE signing_key SET signs_from = CASE WHEN kid = $2 THEN now() ELSE signs_from - interval '1 h' END
     WHERE domain_id = (SELECT id FROM domain WHERE name = $1)`,
    [domain, kid],
  );
  const chosen = '(SELECT array_agg(algorithm) FROM signing_key WHERE domain_id = domain.id AND kid = $2)';
  await sql(
    databaseUrl,
    `UPDATE domain SET id_token_algorithms = ${chosen}, access_token_algorithms = ${chosen}, revision = nextval('revision') WHERE name = $1`,
    [domain, kid],
  );
}
