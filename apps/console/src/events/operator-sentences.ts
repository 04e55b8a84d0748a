import { i18n } from '@lingui/core';
import type { LogType } from './log-entry.js';
import type { Words } from './sentence-words.js';

/** Sentences about what operators configure and what the service does with it. */
export const OPERATOR_SENTENCES = {
  'domain.created': ({ actor }) => i18n.t('{actor} registered the domain', { actor }),
  'domain.activated': () => i18n.t('The domain is verified and served'),
  'domain.degraded': () => i18n.t('The name of the domain no longer points here'),
  'domain.failed': () => i18n.t('The ownership of the domain was not proved'),
  'domain.verification_restarted': ({ actor }) => i18n.t('{actor} had the domain checked again', { actor }),
  'domain.exported': ({ actor }) => i18n.t('{actor} exported the whole domain', { actor }),
  'domain.frozen': ({ actor }) => i18n.t('{actor} froze the domain', { actor }),
  'domain.thawed': ({ actor }) => i18n.t('{actor} thawed the domain', { actor }),
  'domain.imported': ({ actor }) => i18n.t('{actor} imported the domain', { actor }),
  'domain.signing.updated': ({ actor }) => i18n.t('{actor} changed the signing algorithms', { actor }),
  'signing_key.rotated': () => i18n.t('A new signing key was published'),
  'signing_key.revoked': ({ actor }) => i18n.t('{actor} removed a signing key', { actor }),
  'api_key.created': ({ actor, name }) => i18n.t('{actor} created the API key {key}', { actor, key: name('name') }),
  'api_key.updated': ({ actor, name }) => i18n.t('{actor} changed the API key {key}', { actor, key: name('name') }),
  'api_key.deleted': ({ actor, name }) => i18n.t('{actor} deleted the API key {key}', { actor, key: name('name') }),
  'branding.updated': ({ actor }) => i18n.t('{actor} changed the sign-in page', { actor }),
  'mail.tested': ({ actor }) => i18n.t('{actor} sent a test mail', { actor }),
  'user_invitation.created': ({ actor }) => i18n.t('{actor} began to invite users', { actor }),
  'user_invitation.stopped': ({ actor }) => i18n.t('{actor} stopped an invitation of users', { actor }),
  'mail_sender.updated': ({ actor }) => i18n.t('{actor} changed the sender of mails', { actor }),
  'mail_sender.verified': () => i18n.t('Mails come from your own address'),
  'mail_sender.unverified': () => i18n.t('Mails no longer come from your own address'),
  'client_registration.updated': ({ actor }) => i18n.t('{actor} changed how clients register', { actor }),
  'initial_access_token.created': ({ actor, name }) =>
    i18n.t('{actor} created the initial access token {token}', { actor, token: name('name') }),
  'initial_access_token.used': ({ client, name }) =>
    i18n.t('{client} registered itself with the initial access token {token}', { client, token: name('name') }),
  'initial_access_token.deleted': ({ actor, name }) =>
    i18n.t('{actor} deleted the initial access token {token}', { actor, token: name('name') }),
  'log.retention.updated': ({ actor }) => i18n.t('{actor} changed how long the log is kept', { actor }),
  'log.head.accepted': ({ actor }) => i18n.t('{actor} accepted the end of the log after a change in the database', { actor }),
  'log.entries_omitted': ({ data, name }) =>
    i18n.t('{count, plural, one {# entry of {type} was left out} other {# entries of {type} were left out}}', {
      count: Number(data['count'] ?? 0),
      type: name('type'),
    }),
  'scope.access_token.updated': ({ actor }) => i18n.t('{actor} changed the claims of access tokens', { actor }),
  'scope.id_token.updated': ({ actor }) => i18n.t('{actor} changed the claims of ID tokens', { actor }),
  'identity_provider.created': ({ actor, name }) =>
    i18n.t('{actor} added the identity provider {provider}', { actor, provider: name('identityProvider') }),
  'identity_provider.updated': ({ actor, name }) =>
    i18n.t('{actor} changed the identity provider {provider}', { actor, provider: name('identityProvider') }),
  'identity_provider.deleted': ({ actor, name }) =>
    i18n.t('{actor} deleted the identity provider {provider}', { actor, provider: name('identityProvider') }),
  'resource.created': ({ actor, name }) => i18n.t('{actor} created the API {resource}', { actor, resource: name('resource') }),
  'resource.updated': ({ actor, name }) => i18n.t('{actor} changed the API {resource}', { actor, resource: name('resource') }),
  'resource.deleted': ({ actor, name }) => i18n.t('{actor} deleted the API {resource}', { actor, resource: name('resource') }),
  'role.created': ({ actor, name }) => i18n.t('{actor} created the role {role}', { actor, role: name('role') }),
  'role.updated': ({ actor, name }) => i18n.t('{actor} changed the role {role}', { actor, role: name('role') }),
  'role.deleted': ({ actor, name }) => i18n.t('{actor} deleted the role {role}', { actor, role: name('role') }),
  'operator.created': ({ actor, name }) => i18n.t('{actor} added the operator {operator}', { actor, operator: name('operator') }),
  'operator.updated': ({ actor, name }) => i18n.t('{actor} changed the operator {operator}', { actor, operator: name('operator') }),
  'operator.deleted': ({ actor, name }) => i18n.t('{actor} removed the operator {operator}', { actor, operator: name('operator') }),
  'webhook.created': ({ actor }) => i18n.t('{actor} created a webhook', { actor }),
  'webhook.updated': ({ actor }) => i18n.t('{actor} changed a webhook', { actor }),
  'webhook.deleted': ({ actor }) => i18n.t('{actor} deleted a webhook', { actor }),
  'webhook.secret.rotated': ({ actor }) => i18n.t('{actor} rotated the secret of a webhook', { actor }),
  'webhook.replayed': ({ actor }) => i18n.t('{actor} sent events to a webhook again', { actor }),
  'webhook.disabled': () => i18n.t('A webhook was disabled: its receiver refused events or failed for three days'),
  'ssf_stream.created': ({ client }) => i18n.t('{client} created its stream of security events', { client }),
  'ssf_stream.updated': ({ client }) => i18n.t('The stream of {client} was changed', { client }),
  'ssf_stream.deleted': ({ client }) => i18n.t('The stream of {client} was deleted', { client }),
  'ssf_stream.status_changed': ({ client, text }) => i18n.t('The stream of {client} is {status} now', { client, status: text('status') }),
  'ssf_stream.event_replayed': ({ actor, client }) => i18n.t('{actor} sent a security event to {client} again', { actor, client }),
  'ssf_stream.event_refused': ({ client }) => i18n.t('{client} refused a security event', { client }),
} satisfies Partial<Record<LogType, (words: Words) => string>>;

/** Sentences about clients and the tokens that they ask for. */
export const CLIENT_SENTENCES = {
  'client.created': ({ actor, client }) => i18n.t('{actor} created the client {client}', { actor, client }),
  'client.updated': ({ actor, client }) => i18n.t('{actor} changed the client {client}', { actor, client }),
  'client.deleted': ({ actor, client }) => i18n.t('{actor} deleted the client {client}', { actor, client }),
  'client.secret.rotated': ({ actor, client }) => i18n.t('{actor} rotated a secret of {client}', { actor, client }),
  'client.secret.deleted': ({ actor, client }) => i18n.t('{actor} ended a secret of {client}', { actor, client }),
  'client.authentication.updated': ({ actor, client }) => i18n.t('{actor} changed how {client} authenticates', { actor, client }),
  'client.authentication.deleted': ({ actor, client }) => i18n.t('{actor} reset how {client} authenticates', { actor, client }),
  'client.signing.updated': ({ actor, client }) => i18n.t('{actor} changed how tokens of {client} are signed', { actor, client }),
  'client.signing.deleted': ({ actor, client }) => i18n.t('{actor} reset how tokens of {client} are signed', { actor, client }),
  'client.refresh_token.updated': ({ actor, client }) => i18n.t('{actor} changed the refresh tokens of {client}', { actor, client }),
  'client.refresh_token.deleted': ({ actor, client }) => i18n.t('{actor} reset the refresh tokens of {client}', { actor, client }),
  'client.resource.updated': ({ actor, client, name }) =>
    i18n.t('{actor} changed what {client} may do at {resource}', { actor, client, resource: name('resource') }),
  'client.resource.deleted': ({ actor, client, name }) =>
    i18n.t('{actor} ended the access of {client} to {resource}', { actor, client, resource: name('resource') }),
  'client.roles.updated': ({ actor, client }) => i18n.t('{actor} changed the roles of {client}', { actor, client }),
  'client.claims.updated': ({ actor, client }) => i18n.t('{actor} changed the claims of {client}', { actor, client }),
  'client.claims.deleted': ({ actor, client }) => i18n.t('{actor} removed the claims of {client}', { actor, client }),
  'client.grants.updated': ({ actor, client }) => i18n.t('{actor} changed the grants of {client}', { actor, client }),
  'client.grants.deleted': ({ actor, client }) => i18n.t('{actor} removed the further grants of {client}', { actor, client }),
  'client.active.updated': ({ actor, client, data }) =>
    data['active'] === false
      ? i18n.t('{actor} disabled {client}', { actor, client })
      : i18n.t('{actor} enabled {client}', { actor, client }),
  'client.presentation.updated': ({ actor, client }) => i18n.t('{actor} changed how people see {client}', { actor, client }),
  'client.presentation.deleted': ({ actor, client }) => i18n.t('{actor} reset how people see {client}', { actor, client }),
  'client.quota.updated': ({ actor, client }) => i18n.t('{actor} changed the quota of {client}', { actor, client }),
  'client.quota.deleted': ({ actor, client }) => i18n.t('{actor} removed the quota of {client}', { actor, client }),
  'client.quota.exceeded': ({ client, data }) =>
    i18n.t('{client} asked for more than {tokens} tokens', { client, tokens: Number(data['tokens'] ?? 0).toLocaleString(i18n.locale) }),
  'client.backchannel_logout.updated': ({ actor, client }) => i18n.t('{actor} changed the logout address of {client}', { actor, client }),
  'client.backchannel_logout.deleted': ({ actor, client }) => i18n.t('{actor} removed the logout address of {client}', { actor, client }),
  'client.backchannel_logout.failed': ({ client }) => i18n.t('{client} did not confirm the end of a session', { client }),
  'client.redirect_uri_refused': ({ client }) => i18n.t('{client} asked for an address that is not registered', { client }),
  'client.metadata_document_refused': ({ client, text }) => i18n.t('{client} is refused: {reason}', { client, reason: text('reason') }),
  'token.client_authentication_failed': ({ client, text }) =>
    i18n.t('{client} did not authenticate: {reason}', { client, reason: text('reason') }),
  'token.exchanged': ({ client }) => i18n.t('{client} exchanged a token', { client }),
  'token.identity_asserted': ({ client }) => i18n.t('{client} got an identity assertion for another server', { client }),
  'token.asserted': ({ client }) => i18n.t('{client} got a token for an identity assertion', { client }),
} satisfies Partial<Record<LogType, (words: Words) => string>>;
