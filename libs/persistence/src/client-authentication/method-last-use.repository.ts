import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { workForRows } from '../domain-failures.js';

export interface MethodLastUse {
  domainId: string;
  clientId: string;
  methodId: string;
  at: Date;
}

const RECORD_LAST_USES = {
  name: 'record-authentication-method-uses',
  text: `
    INSERT INTO client_authentication_method_use (domain_id, client_id, method_id, last_used_at)
    SELECT used.domain_id, used.client_id, used.method_id, used.at
    FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::timestamptz[]) AS used (domain_id, client_id, method_id, at)
    JOIN client_authentication_method AS method
      ON method.domain_id = used.domain_id AND method.client_id = used.client_id AND method.id = used.method_id
    ORDER BY used.domain_id, used.client_id, used.method_id
    FOR KEY SHARE OF method
    ON CONFLICT (domain_id, client_id, method_id) DO UPDATE
      SET last_used_at = greatest(client_authentication_method_use.last_used_at, EXCLUDED.last_used_at)`,
};

/** Uses of all methods except `ClientSecret`, whose secrets record theirs: ClientSecretLastUseRepository. */
@Injectable()
export class MethodLastUseRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores many uses in one statement, and ignores deleted methods. It locks the methods, because a concurrent deletion would fail the
   * statement. @throws DomainFailuresError after the other domains
   */
  async record(uses: readonly MethodLastUse[]): Promise<void> {
    await workForRows(this.database, uses, (rows) =>
      this.database.queryPrepared(RECORD_LAST_USES, [
        rows.map((use) => use.domainId),
        rows.map((use) => use.clientId),
        rows.map((use) => use.methodId),
        rows.map((use) => use.at),
      ]),
    );
  }
}
