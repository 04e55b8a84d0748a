import type { MessageTexts } from './message-texts.js';

export const EN: MessageTexts = {
  greeting: (name) => (name === null ? 'Hello,' : `Hello ${name},`),
  link: {
    subject: (place) => `Sign in to ${place}`,
    invitation: (place) => `Use this link to sign in to ${place}.`,
    button: 'Sign in',
    lifetime: (minutes) => `It works once, and for ${minutes} minutes. Use it in the browser in which you asked for it.`,
    unexpected: 'Then you need not do anything: signing in requires the link. Do not share it.',
    short: (place, link, minutes) => `Sign in to ${place}: ${link} (works once, for ${minutes} minutes; do not pass it on)`,
  },
  signUp: {
    subject: (place) => `Create your account at ${place}`,
    invitation: (place) => `Use this link to create your account at ${place}.`,
    button: 'Create an account',
    unexpected: 'Then you need not do anything: without the link no account is created. Do not share it.',
  },
  accountExists: {
    subject: (place) => `You already have an account at ${place}`,
    invitation: (place) => `A new account at ${place} was requested with this address, but you already have one. Use this link to sign in.`,
    button: 'Sign in',
    unexpected: 'Then you need not do anything: your account is unchanged, and signing in requires the link. Do not share it.',
  },
  signUpInvitation: {
    subject: (place) => `Your invitation to ${place}`,
    invitation: (place) => `You are invited to create an account at ${place}.`,
    button: 'Create an account',
    lifetime: (days) => `The link works once, and for ${days} days.`,
    unexpected: 'Then you need not do anything: without the link no account is created. Do not share it.',
  },
  notice: {
    subjects: {
      'passkey-created': 'A passkey was added to your account',
      'passkey-removed': 'A passkey was removed from your account',
      'passkeys-reset': 'The passkeys of your account were removed',
      'authenticator-app-set-up': 'An authenticator app was set up for your account',
      'authenticator-app-removed': 'The authenticator app was removed from your account',
      'recovery-codes-made': 'Your account has new recovery codes',
      'recovery-code-used': 'A recovery code of your account was used',
      'recovery-codes-removed': 'The recovery codes of your account were removed',
    },
    sentences: {
      'passkey-created': (place) => `A passkey was added to your account at ${place}. It can be used to sign in.`,
      'passkey-removed': (place) => `A passkey was removed from your account at ${place}. It can no longer be used to sign in.`,
      'passkeys-reset': (place) => `All passkeys of your account at ${place} were removed, and all its sessions ended.`,
      'authenticator-app-set-up': (place) =>
        `An authenticator app was set up for your account at ${place}. Its codes can be used to sign in.`,
      'authenticator-app-removed': (place) => `The authenticator app was removed from your account at ${place}. Its codes no longer work.`,
      'recovery-codes-made': (place) => `New recovery codes were made for your account at ${place}. The former ones no longer work.`,
      'recovery-code-used': (place) => `A recovery code was used to sign in to your account at ${place}. It does not work again.`,
      'recovery-codes-removed': (place) => `The recovery codes of your account at ${place} were removed. None of them works any more.`,
    },
    unexpected: 'Then check your account now, and contact the operator of the service.',
    button: 'Check your account',
  },
  notYou: 'Was this not you?',
  facts: { application: 'Application', device: 'Device', address: 'IP address', time: 'Time' },
  separator: ': ',
  fallback: 'The button does not work? Open this address:',
  footer: { help: 'Help', terms: 'Terms', privacy: 'Privacy' },
};
