import { describe, expect, it } from '@jest/globals';
import { readText } from '../support/pages.js';
import { builtEvents } from './built.mjs';

const { EVENTS } = await builtEvents();

/** The tests in which the service logs each type, and which read it from the log. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  'apps/management/src/domain/custom-domain.int-spec.ts': [
    'domain.created',
    'domain.activated',
    'domain.degraded',
    'domain.failed',
    'domain.verification_restarted',
  ],
  'apps/management/src/domain-transfer/domain-transfer.int-spec.ts': [
    'domain.exported',
    'domain.frozen',
    'domain.thawed',
    'domain.imported',
  ],
  'apps/management/src/sign-in/sign-in.int-spec.ts': ['domain.sign_in.updated'],
  'apps/management/src/signing/signing.int-spec.ts': ['domain.signing.updated', 'client.signing.updated', 'client.signing.deleted'],
  'apps/management/src/cli/signing-key.command.int-spec.ts': ['signing_key.rotated', 'signing_key.revoked'],
  'apps/management/src/branding/branding.int-spec.ts': ['branding.updated'],
  'apps/management/src/mail-test/mail-test.int-spec.ts': ['mail.tested'],
  'apps/management/src/mail-sender/mail-sender.int-spec.ts': ['mail_sender.updated', 'mail_sender.verified', 'mail_sender.unverified'],
  'apps/management/src/audit-log/chain/checkpoint-event.int-spec.ts': ['log.checkpoint.created'],
  'apps/management/src/audit-log/chain/audit-log-tampering.int-spec.ts': ['log.head.accepted'],
  'apps/management/src/audit-log/audit-log-retention.int-spec.ts': ['log.retention.updated'],
  'apps/management/src/audit-log/audit-log.int-spec.ts': [
    'scope.access_token.updated',
    'scope.id_token.updated',
    'client.created',
    'client.updated',
    'client.deleted',
  ],
  'apps/management/src/identity-provider/identity-provider.int-spec.ts': [
    'identity_provider.created',
    'identity_provider.updated',
    'identity_provider.deleted',
  ],
  'apps/management/src/client-registration/client-registration.int-spec.ts': ['client_registration.updated'],
  'apps/management/src/client-registration/initial-access-token.int-spec.ts': [
    'initial_access_token.created',
    'initial_access_token.deleted',
  ],
  'apps/auth/src/client-registration/required-token.int-spec.ts': ['initial_access_token.used'],
  'apps/management/src/client/client-secret.int-spec.ts': ['client.secret.rotated', 'client.secret.deleted'],
  'apps/management/src/client/authentication/client-authentication.int-spec.ts': [
    'client.authentication.updated',
    'client.authentication.deleted',
  ],
  'apps/management/src/client/refresh-token/client-refresh-token.int-spec.ts': [
    'client.refresh_token.updated',
    'client.refresh_token.deleted',
  ],
  'apps/management/src/resource/resource.int-spec.ts': ['resource.created', 'resource.updated', 'resource.deleted'],
  'apps/management/src/role/role.int-spec.ts': ['role.created', 'role.updated', 'role.deleted', 'user.roles.updated'],
  'apps/management/src/client/resource/client-resource.int-spec.ts': ['client.resource.updated', 'client.resource.deleted'],
  'apps/management/src/client/role/client-role.int-spec.ts': ['client.roles.updated'],
  'apps/management/src/client/claims/client-claims.int-spec.ts': ['client.claims.updated', 'client.claims.deleted'],
  'apps/management/src/client/grants/client-grants.int-spec.ts': ['client.grants.updated', 'client.grants.deleted'],
  'apps/management/src/client/active/client-active.int-spec.ts': ['client.active.updated'],
  'apps/management/src/client/presentation/client-presentation.int-spec.ts': ['client.presentation.updated', 'client.presentation.deleted'],
  'apps/management/src/client/quota/client-quota.int-spec.ts': ['client.quota.updated', 'client.quota.deleted'],
  'apps/auth/src/token-quota/token-quota.int-spec.ts': ['client.quota.exceeded'],
  'apps/management/src/backchannel-logout/backchannel-logout.int-spec.ts': [
    'client.backchannel_logout.updated',
    'client.backchannel_logout.deleted',
  ],
  'apps/management/src/backchannel-logout/logout-notice.processor.int-spec.ts': ['client.backchannel_logout.failed'],
  'apps/auth/src/client/metadata-document/hostile-documents.int-spec.ts': ['client.metadata_document_refused'],
  'apps/auth/src/provider/authorization-request.int-spec.ts': ['client.redirect_uri_refused'],
  'apps/auth/src/client-authentication/client-authentication-audit-log.int-spec.ts': ['token.client_authentication_failed'],
  'apps/auth/src/provider/exchange/token-exchange.int-spec.ts': ['token.exchanged'],
  'apps/auth/src/provider/exchange/id-jag.int-spec.ts': ['token.identity_asserted'],
  'apps/auth/src/provider/exchange/assertion-grant.int-spec.ts': ['token.asserted'],
  'apps/auth/src/sign-in/device/device-flow.int-spec.ts': ['device.allowed'],
  'apps/auth/src/sign-in/device/device-refusals.int-spec.ts': ['device.denied'],
  'apps/management/src/api-key/api-key-life.int-spec.ts': ['api_key.created', 'api_key.updated', 'api_key.deleted'],
  'apps/management/src/user/user-help.int-spec.ts': ['recovery_code.deleted'],
  'apps/management/src/operator/operator.int-spec.ts': ['operator.created', 'operator.updated', 'operator.deleted'],
  'apps/management/src/webhook/webhook.int-spec.ts': ['webhook.created', 'webhook.updated', 'webhook.deleted', 'webhook.secret.rotated'],
  'apps/management/src/webhook/webhook.processor.int-spec.ts': ['webhook.replayed', 'webhook.disabled'],
  'apps/management/src/user/user.int-spec.ts': ['user.updated', 'user.deleted'],
  'apps/management/src/user-invitation/user-invitation.int-spec.ts': ['user_invitation.created', 'user_invitation.stopped', 'user.invited'],
  'apps/management/src/shared-signals/push.int-spec.ts': ['ssf_stream.event_refused'],
  'apps/management/src/shared-signals/signal-delivery.int-spec.ts': ['ssf_stream.event_replayed'],
  'apps/auth/src/shared-signals/poll.int-spec.ts': [
    'ssf_stream.created',
    'ssf_stream.updated',
    'ssf_stream.deleted',
    'ssf_stream.status_changed',
  ],
  'apps/auth/src/sign-in/state/voluntary-acr.int-spec.ts': ['session.assurance_changed'],
  'apps/auth/src/federation/federation.int-spec.ts': ['user.created', 'user.signed_in'],
  'apps/auth/src/federation/callback/clock-skew.int-spec.ts': ['user.sign_in_failed'],
  'apps/auth/src/account/account-applications.int-spec.ts': ['client.access_removed'],
  'apps/auth/src/account/account.int-spec.ts': [
    'user.signed_out',
    'session.revoked',
    'passkey.created',
    'passkey.deleted',
    'authenticator_app.created',
    'authenticator_app.deleted',
    'recovery_code.created',
  ],
  'apps/auth/src/sign-in/methods/magic-link/magic-link.int-spec.ts': [
    'magic_link.created',
    'magic_link.used',
    'magic_link.refused',
    'passkey.reset',
  ],
  'apps/auth/src/sign-in/methods/magic-link/requested-link.int-spec.ts': ['magic_link.requested'],
  'apps/auth/src/sign-in/sign-up/invitation.int-spec.ts': ['sign_up.invited', 'sign_up.revoked'],
  'apps/auth/src/sign-in/sign-up/sign-up.int-spec.ts': ['sign_up.requested'],
  'apps/auth/src/recovery-code/recovery-code.service.int-spec.ts': ['recovery_code.used'],
  'libs/persistence/src/failure-log.int-spec.ts': ['log.entries_omitted'],
};

/** A line that writes to the log itself proves nothing. */
const WRITES_ENTRY = /INSERT INTO log_entry|insert\('log_entry'|addEvent\(|SELECT \$1, '/;

describe('each type of the catalogue', () => {
  it('is produced in a test', () => {
    expect(Object.values(TESTS).flat().toSorted()).toEqual(Object.keys(EVENTS).toSorted());
  });

  it.each(Object.entries(TESTS))('%s reads from the log what the service has written', (file, types) => {
    const text = readText(file)
      .split('\n')
      .filter((line) => !WRITES_ENTRY.test(line))
      .join('\n');

    expect(types.filter((type) => !new RegExp(`['\`= ]${type.replaceAll('.', '\\.')}\\b`).test(text))).toEqual([]);
  });
});
