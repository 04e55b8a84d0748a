import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { workForRows } from '../domain-failures.js';

export interface SecretLastUse {
  domainId: string;
  clientId: string;
  secretId: string;
  at: Date;
}

const RECORD_LAST_USES = {
  name: 'note-client-secret-uses',
  text: `
    INSERT INTO client_secret_use (domain_id, client_id, secret_id, last_used_at)
    SELECT used.domain_id, used.client_id, used.secret_id, used.at
    FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::timestamptz[]) AS used (domain_id, client_id, secret_id, at)
    JOIN client_secret AS secret ON secret.domain_id = used.domain_id AND secret.client_id = used.client_id AND secret.id = used.secret_id
    ORDER BY used.domain_id, used.client_id, used.secret_id
    FOR KEY SHARE OF secret
    ON CONFLICT (domain_id, client_id, secret_id) DO UPDATE
      SET last_used_at = greatest(client_secret_use.last_used_at, EXCLUDED.last_used_at)`,
};

@Injectable()
export class ClientSecretLastUseRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores many uses in one statement, and ignores deleted secrets. It locks the secrets, because a concurrent deletion would fail the
   * statement. @throws DomainFailuresError after the other domains
   */
  async record(uses: readonly SecretLastUse[]): Promise<void> {
    await workForRows(this.database, uses, (rows) =>
      this.database.queryPrepared(RECORD_LAST_USES, [
        rows.map((use) => use.domainId),
        rows.map((use) => use.clientId),
        rows.map((use) => use.secretId),
        rows.map((use) => use.at),
      ]),
    );
  }
}
