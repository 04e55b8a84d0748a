import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The new name of each old operation. */
const TYPE_BY_OPERATION: Readonly<Record<string, string>> = {
  'domain.register': 'domain.created',
  'domain.activate': 'domain.activated',
  'domain.degrade': 'domain.degraded',
  'domain.fail': 'domain.failed',
  'domain.retry': 'domain.verification_restarted',
  'signing.replace': 'domain.signing.updated',
  'signing-key.rotate': 'signing_key.rotated',
  'signing-key.revoke': 'signing_key.revoked',
  'branding.replace': 'branding.updated',
  'scope.access_token.replace': 'scope.access_token.updated',
  'scope.id_token.replace': 'scope.id_token.updated',
  'provider.provision': 'identity_provider.updated',
  'provider.delete': 'identity_provider.deleted',
  'client.provision': 'client.updated',
  'client.delete': 'client.deleted',
  'client.secret.create': 'client.secret.rotated',
  'client.secret.delete': 'client.secret.deleted',
  'client.authentication.replace': 'client.authentication.updated',
  'client.authentication.delete': 'client.authentication.deleted',
  'client-signing.replace': 'client.signing.updated',
  'client-signing.delete': 'client.signing.deleted',
  'backchannel-logout.replace': 'client.backchannel_logout.updated',
  'backchannel-logout.delete': 'client.backchannel_logout.deleted',
  'backchannel-logout.fail': 'client.backchannel_logout.failed',
  'client.redirect-uri-refused': 'client.redirect_uri_refused',
  'client.authentication-failed': 'token.client_authentication_failed',
  'user.create': 'user.created',
  'user.update': 'user.updated',
  'user.delete': 'user.deleted',
  'user.sign-in': 'user.signed_in',
  'user.sign-in-failed': 'user.sign_in_failed',
  'user.sign-out': 'user.signed_out',
  'session.end': 'session.revoked',
  'magic-link.create': 'magic_link.created',
  'magic-link.request': 'magic_link.requested',
  'magic-link.redeem': 'magic_link.used',
  'magic-link.refuse': 'magic_link.refused',
  'passkey.create': 'passkey.created',
  'passkey.delete': 'passkey.deleted',
  'authenticator-app.create': 'authenticator_app.created',
  'authenticator-app.delete': 'authenticator_app.deleted',
  'recovery-codes.create': 'recovery_code.created',
  'recovery-code.redeem': 'recovery_code.used',
};

const NAMES = Object.entries(TYPE_BY_OPERATION)
  .map(([operation, type]) => `('${operation}', '${type}')`)
  .join(', ');

/** A failed sign-in at an identity provider had its reason where others had the methods. */
const METHODS = `ARRAY['passkey', 'totp', 'recovery-code', 'email-link', 'text-link', 'link',
  'provider', 'provider-one-factor', 'provider-two-step', 'provider-phr']`;

/** The first entry about a client or identity provider, and the first one after its removal, created it. */
const selectCreations = (column: string, [provisioned, deleted]: [string, string]): string => `
  SELECT id FROM (
    SELECT id, operation, lag(operation) OVER (PARTITION BY domain_id, ${column} ORDER BY id) AS before
    FROM log_entry WHERE operation IN ('${provisioned}', '${deleted}')
  ) AS entry WHERE operation = '${provisioned}' AND (before IS NULL OR before = '${deleted}')`;

/** The fields of an old entry, by its new type. */
const DATA = `
  CASE
    WHEN type = 'log.entries_omitted' THEN jsonb_build_object('type', omitted_type, 'count', changed[2]::bigint)
    WHEN type IN ('signing_key.rotated', 'signing_key.revoked') THEN jsonb_build_object('kid', changed[1])
    WHEN type IN ('client.secret.rotated', 'client.secret.deleted') THEN jsonb_build_object('secretId', changed[1])
    WHEN type = 'client.redirect_uri_refused' THEN jsonb_build_object('redirectUri', changed[1])
    WHEN type = 'token.client_authentication_failed' THEN jsonb_build_object('reason', changed[1])
    WHEN type LIKE 'scope.%' THEN jsonb_build_object('scopes', changed)
    WHEN type = 'magic_link.requested' THEN jsonb_build_object('channel', changed[1])
    WHEN type IN ('magic_link.created', 'magic_link.used') THEN jsonb_build_object('resetPasskeys', 'resetPasskeys' = ANY (changed))
    WHEN type = 'user.signed_in' THEN jsonb_build_object('methods', changed, 'identityProvider', identity_provider)
    WHEN type = 'user.sign_in_failed' AND changed <@ ${METHODS}
      THEN jsonb_build_object('methods', changed, 'identityProvider', identity_provider, 'reason', 'unspecified')
    WHEN type = 'user.sign_in_failed'
      THEN jsonb_build_object('methods', ARRAY['provider'], 'identityProvider', identity_provider, 'reason', changed[1])
    WHEN type = 'user.signed_out' THEN jsonb_build_object('identityProvider', identity_provider)
    WHEN type = 'user.created' THEN jsonb_build_object('changed', changed, 'identityProvider', identity_provider)
    WHEN type = 'identity_provider.deleted' THEN jsonb_build_object('identityProvider', identity_provider)
    WHEN type LIKE 'identity_provider.%' THEN jsonb_build_object('identityProvider', identity_provider, 'changed', changed)
    WHEN type IN ('domain.signing.updated', 'branding.updated', 'client.created', 'client.updated', 'client.authentication.updated',
      'client.signing.updated', 'client.signing.deleted', 'client.backchannel_logout.updated', 'user.updated')
      THEN jsonb_build_object('changed', changed)
    ELSE '{}'
  END`;

/** The log has the types of the catalogue of audit events, with named fields in place of a list. */
export class NameAuditEvents1795141820000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE log_entry ADD COLUMN data jsonb NOT NULL DEFAULT '{}', ADD COLUMN trace_id text`);
    // A summary of omitted entries had the operation of these.
    await runner.query(`
      UPDATE log_entry AS entry
      SET operation = renamed.type, data = ${DATA}
      FROM (
        SELECT domain_id, id, name.type AS omitted_type,
               CASE WHEN changed[1] = 'left-out' THEN 'log.entries_omitted'
                    WHEN id IN (${selectCreations('client_id', ['client.provision', 'client.delete'])}) THEN 'client.created'
                    WHEN id IN (${selectCreations('identity_provider', ['provider.provision', 'provider.delete'])})
                      THEN 'identity_provider.created'
                    ELSE name.type END AS type
        FROM log_entry JOIN (VALUES ${NAMES}) AS name (operation, type) USING (operation)
      ) AS renamed
      WHERE renamed.domain_id = entry.domain_id AND renamed.id = entry.id`);
    await runner.query(`
      ALTER TABLE log_entry DROP COLUMN changed, DROP COLUMN identity_provider;
      ALTER TABLE log_entry RENAME operation TO type;
      ALTER TABLE log_entry RENAME at TO time;
      ALTER INDEX log_entry_operation RENAME TO log_entry_type;
    `);
  }

  /** Brings back the old names. The old lists get what the fields still say. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE log_entry RENAME time TO at;
      ALTER TABLE log_entry RENAME type TO operation;
      ALTER INDEX log_entry_type RENAME TO log_entry_operation;
      ALTER TABLE log_entry ADD COLUMN changed text[] NOT NULL DEFAULT '{}', ADD COLUMN identity_provider text;
    `);
    await runner.query(`
      UPDATE log_entry
      SET identity_provider = data ->> 'identityProvider',
          changed = CASE
            WHEN operation = 'log.entries_omitted' THEN ARRAY['left-out', data ->> 'count']
            ELSE coalesce(
              (SELECT array_agg(value) FROM jsonb_array_elements_text(coalesce(data -> 'changed', data -> 'methods', data -> 'scopes')) AS value),
              array_remove(ARRAY[coalesce(data ->> 'kid', data ->> 'secretId', data ->> 'redirectUri', data ->> 'reason', data ->> 'channel')], NULL)
            ) END,
          operation = coalesce(
            (SELECT name.operation FROM (VALUES ${NAMES}) AS name (operation, type)
             WHERE name.type = CASE log_entry.operation
               WHEN 'log.entries_omitted' THEN data ->> 'type'
               WHEN 'client.created' THEN 'client.updated'
               WHEN 'identity_provider.created' THEN 'identity_provider.updated'
               ELSE log_entry.operation END),
            operation)`);
    await runner.query(`
      ALTER TABLE log_entry DROP COLUMN data, DROP COLUMN trace_id;
      ALTER TABLE log_entry ALTER COLUMN changed DROP DEFAULT;
    `);
  }
}
