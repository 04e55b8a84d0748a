import { i18n } from '@lingui/core';
import type { LogType } from './log-entry.js';
import type { Words } from './sentence-words.js';

function describeSignIn({ user, client, hasClient, name, text, list, data }: Words): string {
  if (text('identityProvider')) return i18n.t('{user} signed in through {provider}', { user, provider: name('identityProvider') });
  const methods = list('methods');
  if (data['erased'] !== undefined || !methods) return i18n.t('{user} signed in', { user });
  return hasClient
    ? i18n.t('{user} signed in to {client} with {methods}', { user, client, methods })
    : i18n.t('{user} signed in with {methods}', { user, methods });
}

/** Sentences about people. */
export const USER_SENTENCES = {
  'user.created': ({ actor, user, text, name, isByOther }) => {
    if (text('identityProvider')) return i18n.t('{provider} brought {user}', { provider: name('identityProvider'), user });
    return isByOther ? i18n.t('{actor} created {user}', { actor, user }) : i18n.t('{user} created an account', { user });
  },
  'user.updated': ({ actor, user, data, isByOther }) => {
    if (data['active'] === true) return i18n.t('{actor} activated {user}', { actor, user });
    if (data['active'] === false) return i18n.t('{actor} deactivated {user}', { actor, user });
    return isByOther ? i18n.t('{actor} changed {user}', { actor, user }) : i18n.t('{user} changed their profile', { user });
  },
  'user.invited': ({ actor, user, text, name }) =>
    text('identityProvider')
      ? i18n.t('{actor} invited {user} to sign in with {provider}', { actor, user, provider: name('identityProvider') })
      : i18n.t('{actor} invited {user} by a link', { actor, user }),
  'user.roles.updated': ({ actor, user }) => i18n.t('{actor} changed the roles of {user}', { actor, user }),
  'user.deleted': ({ actor, user }) => i18n.t('{actor} deleted {user}', { actor, user }),
  'user.signed_in': describeSignIn,
  'user.sign_in_failed': ({ user, text }) =>
    text('reason')
      ? i18n.t('{user} did not sign in: {reason}', { user, reason: text('reason') })
      : i18n.t('{user} did not sign in', { user }),
  'user.signed_out': ({ user }) => i18n.t('{user} signed out', { user }),
  'device.allowed': ({ user, client }) => i18n.t('{user} allowed a device of {client}', { user, client }),
  'device.denied': ({ user, client }) => i18n.t('{user} refused a device of {client}', { user, client }),
  'client.access_removed': ({ user, client }) => i18n.t('{user} removed the access of {client}', { user, client }),
  'session.revoked': ({ actor, user, isByOther }) =>
    isByOther ? i18n.t('{actor} ended sessions of {user}', { actor, user }) : i18n.t('{user} ended other sessions of their own', { user }),
  'session.assurance_changed': ({ user, text }) =>
    text('direction') === 'decrease'
      ? i18n.t('The assurance of a session of {user} fell to {level}', { user, level: text('current') })
      : i18n.t('{user} raised a session to {level}', { user, level: text('current') }),
  'sign_up.invited': ({ actor }) => i18n.t('{actor} invited a person', { actor }),
  'sign_up.revoked': ({ actor }) => i18n.t('{actor} revoked an invitation', { actor }),
  'sign_up.requested': ({ user }) => i18n.t('{user} asked for an account', { user }),
  'magic_link.created': ({ actor, user }) => i18n.t('{actor} created a sign-in link for {user}', { actor, user }),
  'magic_link.requested': ({ user, text }) =>
    text('channel') === 'sms'
      ? i18n.t('{user} asked for a sign-in link by text message', { user })
      : i18n.t('{user} asked for a sign-in link by mail', { user }),
  'magic_link.used': ({ user }) => i18n.t('{user} used a sign-in link', { user }),
  'magic_link.refused': ({ user }) => i18n.t('A sign-in link of {user} was refused', { user }),
  'passkey.created': ({ user }) => i18n.t('{user} created a passkey', { user }),
  'passkey.deleted': ({ actor, user, isByOther }) =>
    isByOther ? i18n.t('{actor} deleted a passkey of {user}', { actor, user }) : i18n.t('{user} deleted a passkey', { user }),
  'passkey.reset': ({ user }) => i18n.t('A link removed all passkeys and sessions of {user}', { user }),
  'authenticator_app.created': ({ user }) => i18n.t('{user} set up an authenticator app', { user }),
  'authenticator_app.deleted': ({ actor, user, isByOther }) =>
    isByOther
      ? i18n.t('{actor} removed the authenticator app of {user}', { actor, user })
      : i18n.t('{user} removed their authenticator app', { user }),
  'recovery_code.created': ({ user }) => i18n.t('{user} created recovery codes', { user }),
  'recovery_code.used': ({ user }) => i18n.t('{user} signed in with a recovery code', { user }),
  'recovery_code.deleted': ({ actor, user }) => i18n.t('{actor} removed the recovery codes of {user}', { actor, user }),
} satisfies Partial<Record<LogType, (words: Words) => string>>;
