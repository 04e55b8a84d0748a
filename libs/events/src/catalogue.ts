import {
  configurationEvent,
  count,
  flag,
  optionalFlag,
  optionalText,
  rareText,
  text,
  texts,
  userEvent,
  type EventDefinition,
} from './event-definition.js';

const changed = texts('the names of what changed, never values');
const receiver = text('the `kid` of the key for which its secrets were encrypted');
const source = text('the `MANAGEMENT_URL` of the other installation');
const kid = text('the `kid` of the key');
const webhook = text('the id of the webhook');
const stream = text('the `stream_id`');
const pushOrigin = optionalText('scheme, host and port of the address that events are pushed to, without its path; null: by poll');
const secretId = text('the id of the secret');
const scopes = texts('the scopes of the new list');
const resource = text('the id of the resource');
const role = text('the name of the role');
const apiKey = text('the id of the API key');
const apiKeyName = text('the name of the API key');
const initialAccessToken = text('the id of the initial access token');
const initialAccessTokenName = text('the name of the initial access token');
const added = texts('the roles that were added');
const removed = texts('the roles that were removed');
const operator = text('the id of the operator');
const identityProvider = text('the name of the identity provider');
const viaIdentityProvider = optionalText('the name of the identity provider that took part');
const ofIdentityProvider = optionalText('the name of the identity provider of the users; null: they get links');
const invitation = text('the id of the invitation');
const methods = texts('the methods that the user completed or tried');

/**
 * Every type of audit event, in the order of docs/events.md, which a test compares with this list. A type never changes its meaning,
 * because receivers depend on it.
 */
export const EVENTS = {
  'domain.created': configurationEvent('A domain was registered.', {}),
  'domain.activated': configurationEvent('The ownership of a custom domain was proved, and the domain is served.', {}),
  'domain.degraded': configurationEvent('The name of a custom domain no longer points here. The domain is still served.', {}),
  'domain.failed': configurationEvent('The ownership of a custom domain was not proved in time, or was lost.', {}),
  'domain.verification_restarted': configurationEvent('An operator had the ownership of a custom domain checked again.', {}),
  'domain.exported': configurationEvent('The whole domain was exported for another installation, or for this one.', { receiver }),
  'domain.frozen': configurationEvent('The domain takes no changes from now on, because it moves to another installation.', {}),
  'domain.thawed': configurationEvent('The domain takes changes again.', {}),
  'domain.imported': configurationEvent('The domain was imported from another installation. Entries before this one are of that.', {
    source,
  }),
  'domain.signing.updated': configurationEvent('The algorithms that sign the tokens of the domain changed.', { changed }),
  'domain.sign_in.updated': configurationEvent('The settings of the sign-in of the domain changed.', { changed }),
  'signing_key.rotated': configurationEvent('A new signing key was published.', { kid }),
  'signing_key.revoked': configurationEvent('A signing key was removed in an emergency.', { kid }),
  'api_key.created': configurationEvent('An API key was created that may be used for this domain.', { apiKey, name: apiKeyName, changed }),
  'api_key.updated': configurationEvent(
    'What an API key may do changed, or where, or how long; before or after it may be used for this domain.',
    {
      apiKey,
      name: apiKeyName,
      changed,
    },
  ),
  'api_key.deleted': configurationEvent('An API key was deleted that could be used for this domain.', { apiKey, name: apiKeyName }),
  'branding.updated': configurationEvent('How the pages of the domain look changed.', { changed }),
  'mail.tested': configurationEvent('An operator sent a test mail.', {
    outcome: text('`Accepted`, `Refused`, `Failed` or `NotConfigured`'),
  }),
  'mail_sender.updated': configurationEvent('Who the mails of the domain come from changed.', { changed }),
  'mail_sender.verified': configurationEvent('Mails come from the own address of the domain, because its DNS records are right.', {}),
  'mail_sender.unverified': configurationEvent(
    'Mails no longer come from the own address of the domain, because its DNS records are wrong.',
    {},
  ),
  'log.retention.updated': configurationEvent('How long the log of the domain is shown changed.', { changed }),
  'scope.access_token.updated': configurationEvent('The claims that scopes bring into access tokens changed.', { scopes }),
  'scope.id_token.updated': configurationEvent('The claims that scopes bring into ID tokens and userinfo changed.', { scopes }),
  'identity_provider.created': configurationEvent('An identity provider was added.', { identityProvider, changed }),
  'identity_provider.updated': configurationEvent('The configuration of an identity provider changed.', { identityProvider, changed }),
  'identity_provider.deleted': configurationEvent('An identity provider was removed, and its users were signed out.', { identityProvider }),
  'resource.created': configurationEvent('A resource was added.', { resource, changed }),
  'resource.updated': configurationEvent('The configuration of a resource changed.', { resource, changed }),
  'resource.deleted': configurationEvent('A resource was removed, with all that clients and roles may do there.', { resource }),
  'role.created': configurationEvent('A role was added.', { role, changed }),
  'role.updated': configurationEvent('The description or the permissions of a role changed.', { role, changed }),
  'role.deleted': configurationEvent('A role was removed, also from all users and clients.', { role }),
  'client_registration.updated': configurationEvent('How clients come to the domain without an operator changed.', { changed }),
  'initial_access_token.created': configurationEvent('A token was created with which clients can register themselves.', {
    initialAccessToken,
    name: initialAccessTokenName,
  }),
  'initial_access_token.used': configurationEvent('A client registered itself with an initial access token.', {
    initialAccessToken,
    name: initialAccessTokenName,
  }),
  'initial_access_token.deleted': configurationEvent('A token was deleted with which clients could register themselves.', {
    initialAccessToken,
    name: initialAccessTokenName,
  }),
  'client.created': configurationEvent('A client was added.', { changed }),
  'client.updated': configurationEvent('The configuration of a client changed.', { changed }),
  'client.deleted': configurationEvent('A client was removed.', {}),
  'client.secret.rotated': configurationEvent('A client got a further secret; the older ones expire after the overlap.', { secretId }),
  'client.secret.deleted': configurationEvent('A secret of a client was ended.', { secretId }),
  'client.authentication.updated': configurationEvent('How a client authenticates changed.', { changed }),
  'client.authentication.deleted': configurationEvent('A client authenticates as its type does by default again.', {}),
  'client.signing.updated': configurationEvent('The algorithms that sign the tokens of a client changed.', { changed }),
  'client.signing.deleted': configurationEvent("The tokens of a client are signed as the domain's are again.", { changed }),
  'client.refresh_token.updated': configurationEvent('How long a client may use a rotated refresh token again changed.', { changed }),
  'client.refresh_token.deleted': configurationEvent('A client may use a rotated refresh token again no longer than the default.', {}),
  'client.resource.updated': configurationEvent('What a client may ask for at a resource changed.', {
    resource,
    scopes,
  }),
  'client.resource.deleted': configurationEvent('A client may no longer ask for anything at a resource, except by its roles.', {
    resource,
  }),
  'client.roles.updated': configurationEvent('The roles of a client changed.', { added, removed }),
  'client.claims.updated': configurationEvent('The claims of the tokens that a client gets for itself changed.', {
    changed: texts('the names of the claims that changed'),
  }),
  'client.claims.deleted': configurationEvent('The tokens that a client gets for itself have no claims of its own any more.', {}),
  'client.grants.updated': configurationEvent('The grants that a client may use beside its grant type changed.', { changed }),
  'client.grants.deleted': configurationEvent('A client may use no grant beside its grant type any more.', {}),
  'client.access_removed': userEvent(
    'A user took back what a client could do for them. Its tokens are void, except access tokens that are JWTs.',
    {},
  ),
  'client.active.updated': configurationEvent('A client was deactivated, which ended everything issued to it, or activated again.', {
    active: flag('whether the client may use the domain now'),
  }),
  'client.presentation.updated': configurationEvent('How people are told of a client changed.', { changed }),
  'client.presentation.deleted': configurationEvent('The id of a client stands for its name again.', {}),
  'client.quota.updated': configurationEvent('How many access tokens a client may get changed.', { changed }),
  'client.quota.deleted': configurationEvent('A client may get any number of access tokens again.', {}),
  'client.quota.exceeded': configurationEvent('A client asked for more access tokens than its quota; once in each minute or day.', {
    limit: text('the limit: `tokensPerMinute` or `tokensPerDay`'),
    tokens: count('the limit in tokens'),
    monitorOnly: flag('whether the client got the tokens nevertheless'),
  }),
  'client.backchannel_logout.updated': configurationEvent('Where a client is notified of ended sessions changed.', { changed }),
  'client.backchannel_logout.deleted': configurationEvent('A client is no longer notified of ended sessions.', {}),
  'client.backchannel_logout.failed': userEvent('A client did not confirm the end of a session for two hours.', {}),
  'client.redirect_uri_refused': configurationEvent('A request had a redirect URI that is not registered for its client.', {
    redirectUri: text('the URI that was sent: 200 characters at most, percent-encoded where it is not plain ASCII'),
  }),
  'client.metadata_document_refused': configurationEvent('No client could be made of the document at a client_id.', {
    reason: text('what the developer of the client must change'),
  }),
  'token.client_authentication_failed': configurationEvent('A client could not be authenticated.', {
    reason: text('why: see docs/client-authentication.md'),
  }),
  'token.exchanged': userEvent('A client got a token for another one: RFC 8693.', {
    subject: text('the `sub` of both tokens'),
    subjectClient: text('the `client_id` of the token that it presented'),
    resource: text('the id of the resource that the new token is for'),
    scopes: texts('the scopes of the new token'),
    delegated: flag('whether the new token names the clients that act for the subject, in `act`'),
  }),
  'token.asserted': userEvent('A client got a token of a user for an identity assertion: RFC 7523.', {
    issuer: text('the issuer of the assertion'),
    resource: text('the id of the resource that the token is for'),
    scopes: texts('the scopes of the token'),
  }),
  'token.identity_asserted': userEvent('A client got an identity assertion (ID-JAG) of a user for another server.', {
    audience: text('the issuer of the other server'),
    resource: text('the API there'),
    scopes: texts('the scopes of the assertion'),
  }),
  'operator.created': configurationEvent('An operator was added, who may use the domain.', { operator, changed }),
  'operator.updated': configurationEvent('The configuration of an operator changed, who may or could use the domain.', {
    operator,
    changed,
  }),
  'operator.deleted': configurationEvent('An operator was removed, who could use the domain.', { operator }),
  'webhook.created': configurationEvent('A webhook was added.', { webhook }),
  'webhook.updated': configurationEvent('The configuration of a webhook changed.', { webhook, changed }),
  'webhook.deleted': configurationEvent('A webhook was removed, with its deliveries.', { webhook }),
  'webhook.secret.rotated': configurationEvent('A webhook got a new secret; the one before signs, too, for 24 hours.', { webhook }),
  'webhook.replayed': configurationEvent('An operator had deliveries of a webhook sent again.', { webhook }),
  'webhook.disabled': configurationEvent('A webhook was disabled, because its receiver refused events or failed for three days.', {
    webhook,
  }),
  'ssf_stream.created': configurationEvent('A client created its stream of security events.', { stream, pushOrigin }),
  'ssf_stream.updated': configurationEvent('A client changed the configuration of its stream, or an operator the header of its pushes.', {
    stream,
    changed: texts('`delivery`, `description`, `events_requested`: those that changed; the header of pushes is part of `delivery`'),
    pushOrigin,
  }),
  'ssf_stream.deleted': configurationEvent('A client or an operator removed a stream, with the events that waited.', { stream }),
  'ssf_stream.status_changed': configurationEvent('A stream was enabled, paused or disabled.', {
    stream,
    status: text('`enabled`, `paused` or `disabled`'),
    changedBy: text('`receiver`: the client of the stream; `operator`; `service`: events waited for too long, or were too many'),
    reason: optionalText('why; of a receiver, the first 200 characters of what it sent'),
  }),
  'ssf_stream.event_refused': configurationEvent('The receiver of a stream refused a security event, which is not sent again.', {
    stream,
    eventType: text('the URI of the type of the security event'),
    reason: text('the code by which the receiver refused it: RFC 8935 section 2.4'),
  }),
  'ssf_stream.event_replayed': configurationEvent('An operator had an event of a stream sent again.', {
    stream,
    eventType: text('the URI of the type of the security event'),
    delivery: text('the `jti` of the event'),
  }),
  'user_invitation.created': configurationEvent('An invitation of users who have no way in began.', {
    invitation,
    identityProvider: ofIdentityProvider,
  }),
  'user_invitation.stopped': configurationEvent('An invitation of users was stopped. Who waited is not invited.', { invitation }),
  'user.created': userEvent('A user was created, by an operator or by the first sign-in at an identity provider.', {
    changed: texts('the names of the attributes; empty if an identity provider gave them'),
    identityProvider: viaIdentityProvider,
  }),
  'user.updated': userEvent('Attributes of a user changed, or whether the user is active.', {
    changed,
    active: optionalFlag('whether the user is active from now on; null: that did not change. Older entries may lack it'),
  }),
  'user.invited': userEvent('A user was sent a mail with a link that signs them in, or one that names their identity provider.', {
    invitation,
    identityProvider: ofIdentityProvider,
  }),
  'user.roles.updated': userEvent('The roles of a user changed.', { added, removed }),
  'user.deleted': userEvent('A user was removed.', {}),
  'user.signed_in': userEvent('A user signed in.', { methods, identityProvider: viaIdentityProvider }),
  'user.sign_in_failed': userEvent('An attempt to sign in failed. The user is null if the username is unknown.', {
    methods,
    identityProvider: viaIdentityProvider,
    reason: text('why: of a sign-in at an identity provider, see docs/operations/identity-providers.md'),
    claim: rareText('of the reason `required-claim`, the name of the claim'),
  }),
  'user.signed_out': userEvent('A user signed out.', { identityProvider: viaIdentityProvider }),
  'device.allowed': userEvent('A user let a device sign in as them: the device flow of its client.', {}),
  'device.denied': userEvent('A user refused a device. The user is null if nobody was signed in.', {}),
  'session.revoked': userEvent('A user ended one or more other sessions of their own, or an operator ended sessions of the user.', {}),
  'session.assurance_changed': userEvent('The assurance of a session changed, because its user signed in within it by other methods.', {
    previous: text('the `acr` before'),
    current: text('the `acr` since'),
    direction: text('`increase` or `decrease`'),
  }),
  'sign_up.invited': configurationEvent('An operator invited a person to create an account.', {
    invitation: text('the id of the invitation'),
    roles: texts('the roles that the person gets'),
  }),
  'sign_up.revoked': configurationEvent('An operator revoked an invitation.', { invitation: text('the id of the invitation') }),
  'sign_up.requested': userEvent('A person asked for an account. The user is null, or the one who has the address already.', {}),
  'magic_link.created': userEvent('An operator created a link that signs a user in.', {
    resetPasskeys: flag('whether its use removes the passkeys of the user'),
  }),
  'magic_link.requested': userEvent('A link was requested at the sign-in. The user is null if the username is unknown.', {
    channel: text('`email` or `sms`'),
  }),
  'magic_link.used': userEvent('A link was used.', { resetPasskeys: flag('whether it removed the passkeys of the user') }),
  'magic_link.refused': userEvent(
    'A link was used that had expired, had been used or belongs to another sign-in, or its recipient refused it.',
    {},
  ),
  'passkey.created': userEvent('A user added a passkey.', {}),
  'passkey.deleted': userEvent('A passkey was removed, by its user or an operator.', {}),
  'passkey.reset': userEvent('A link removed all passkeys and sessions of a user.', {}),
  'authenticator_app.created': userEvent('A user set up an authenticator app.', {}),
  'authenticator_app.deleted': userEvent('An authenticator app was removed, by its user or an operator.', {}),
  'recovery_code.created': userEvent('A user created recovery codes; older ones are void.', {}),
  'recovery_code.used': userEvent('A user signed in with a recovery code.', {}),
  'recovery_code.deleted': userEvent('An operator removed the recovery codes of a user.', {}),
  'log.checkpoint.created': {
    meaning: 'The installation signed a checkpoint of the log.',
    data: { sequence: count('the entry that it covers, with all before it'), checkpoint: text('the JWT: see docs/audit.md') },
    visibility: 'operators',
    webhooks: true,
    personal: false,
    logged: false,
  },
  'log.head.accepted': configurationEvent('An operator let the log go on after its end was changed in the database.', {
    sequence: count('the sequence number of the entry after which it goes on'),
  }),
  'log.entries_omitted': {
    meaning: 'More entries of a type were caused in a minute than the log takes.',
    data: { type: text('their type'), count: count('the number of omitted entries') },
    visibility: 'operators',
    webhooks: false,
    personal: false,
  },
} as const satisfies Readonly<Record<string, EventDefinition>>;

export type EventType = keyof typeof EVENTS;

export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** The type of the event by which webhooks get checkpoints, and what else selects it. */
export const CHECKPOINT_EVENT_TYPE = 'log.checkpoint.created' satisfies EventType;
export const CHECKPOINT_SELECTORS = [CHECKPOINT_EVENT_TYPE, 'log.checkpoint.*', 'log.*', '*'] as const;
