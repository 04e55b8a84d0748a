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

/** The fields of an old entry by its new type in `named.type`. */
const DATA = `
  CASE
    WHEN named.type = 'log.entries_omitted' THEN jsonb_build_object('type', named.omitted_type, 'count', changed[2]::bigint)
    WHEN named.type IN ('signing_key.rotated', 'signing_key.revoked') THEN jsonb_build_object('kid', changed[1])
    WHEN named.type IN ('client.secret.rotated', 'client.secret.deleted') THEN jsonb_build_object('secretId', changed[1])
    WHEN named.type = 'client.redirect_uri_refused' THEN jsonb_build_object('redirectUri', changed[1])
    WHEN named.type = 'token.client_authentication_failed' THEN jsonb_build_object('reason', changed[1])
    WHEN named.type LIKE 'scope.%' THEN jsonb_build_object('scopes', changed)
    WHEN named.type = 'magic_link.requested' THEN jsonb_build_object('channel', changed[1])
    WHEN named.type IN ('magic_link.created', 'magic_link.used') THEN jsonb_build_object('resetPasskeys', 'resetPasskeys' = ANY (changed))
    WHEN named.type = 'user.signed_in' THEN jsonb_build_object('methods', changed, 'identityProvider', identity_provider)
    WHEN named.type = 'user.sign_in_failed' AND changed <@ ${METHODS}
      THEN jsonb_build_object('methods', changed, 'identityProvider', identity_provider, 'reason', 'unspecified')
    WHEN named.type = 'user.sign_in_failed'
      THEN jsonb_build_object('methods', ARRAY['provider'], 'identityProvider', identity_provider, 'reason', changed[1])
    WHEN named.type = 'user.signed_out' THEN jsonb_build_object('identityProvider', identity_provider)
    WHEN named.type = 'user.created' THEN jsonb_build_object('changed', changed, 'identityProvider', identity_provider)
    WHEN named.type = 'identity_provider.deleted' THEN jsonb_build_object('identityProvider', identity_provider)
    WHEN named.type LIKE 'identity_provider.%' THEN jsonb_build_object('identityProvider', identity_provider, 'changed', changed)
    WHEN named.type IN ('domain.signing.updated', 'branding.updated', 'client.created', 'client.updated', 'client.authentication.updated',
      'client.signing.updated', 'client.signing.deleted', 'client.backchannel_logout.updated', 'user.updated')
      THEN jsonb_build_object('changed', changed)
    ELSE '{}'
  END`;

/** The operation of entries that are written from now on, because the previous release requires one to show them. */
const LATER = 'of-a-later-release';

/**
 * Gives log entries the types of the audit event catalogue, with named fields instead of a list. Processes of the previous release still
 * write the old columns: a trigger names their entries, and does not run for others. They cannot tell whether a client or an identity
 * provider is new.
 */
export class NameAuditEvents1795141820000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE log_entry ADD COLUMN type text, ADD COLUMN data jsonb NOT NULL DEFAULT '{}', ADD COLUMN trace_id text,
        ALTER COLUMN operation SET DEFAULT '${LATER}', ALTER COLUMN changed SET DEFAULT '{}'`);
    await runner.query(`
      CREATE FUNCTION name_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        omitted_type text := coalesce((SELECT name.type FROM (VALUES ${NAMES}) AS name (operation, type) WHERE name.operation = NEW.operation), NEW.operation);
      BEGIN
        NEW.type := CASE WHEN NEW.changed[1] = 'left-out' THEN 'log.entries_omitted' ELSE omitted_type END;
        SELECT ${DATA} INTO NEW.data
        FROM (SELECT NEW.type, omitted_type, NEW.changed, NEW.identity_provider) AS named (type, omitted_type, changed, identity_provider);
        RETURN NEW;
      END $$;
      CREATE TRIGGER log_entry_name BEFORE INSERT ON log_entry FOR EACH ROW WHEN (NEW.type IS NULL) EXECUTE FUNCTION name_audit_event()`);
    // A summary of omitted entries had the same operation as these.
    await runner.query(`
      UPDATE log_entry AS entry
      SET type = named.type, data = ${DATA}
      FROM (
        SELECT domain_id, id, coalesce(name.type, operation) AS omitted_type,
               CASE WHEN changed[1] = 'left-out' THEN 'log.entries_omitted'
                    WHEN id IN (${selectCreations('client_id', ['client.provision', 'client.delete'])}) THEN 'client.created'
                    WHEN id IN (${selectCreations('identity_provider', ['provider.provision', 'provider.delete'])})
                      THEN 'identity_provider.created'
                    ELSE coalesce(name.type, operation) END AS type
        FROM log_entry LEFT JOIN (VALUES ${NAMES}) AS name (operation, type) USING (operation)
      ) AS named
      WHERE named.domain_id = entry.domain_id AND named.id = entry.id`);
    await runner.query(`
      ALTER TABLE log_entry ALTER COLUMN type SET NOT NULL;
      DROP INDEX log_entry_operation;
      CREATE INDEX log_entry_type ON log_entry (domain_id, type, id);
    `);
  }

  /** Entries of this release keep their names. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER log_entry_name ON log_entry;
      DROP FUNCTION name_audit_event;
      UPDATE log_entry SET operation = type WHERE operation = '${LATER}';
      ALTER TABLE log_entry DROP COLUMN type, DROP COLUMN data, DROP COLUMN trace_id, ALTER COLUMN operation DROP DEFAULT,
        ALTER COLUMN changed DROP DEFAULT;
      CREATE INDEX log_entry_operation ON log_entry (domain_id, operation, id);
    `);
  }
}
