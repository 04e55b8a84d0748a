import { i18n } from '@lingui/core';
import { message } from '../messages/message.js';

/** The methods of sign-ins: as the name of a series, and as a part of a sentence. */
const METHODS: Record<string, { name: string; phrase: string }> = {
  passkey: { name: message('Passkey'), phrase: message('a passkey') },
  totp: { name: message('Authenticator app'), phrase: message('an authenticator app') },
  'recovery-code': { name: message('Recovery code'), phrase: message('a recovery code') },
  'email-link': { name: message('Link by mail'), phrase: message('a link by mail') },
  'text-link': { name: message('Link by text message'), phrase: message('a link by text message') },
  link: { name: message('Link from an operator'), phrase: message('a link from an operator') },
  provider: { name: message('Identity provider'), phrase: message('an identity provider') },
  'provider-one-factor': { name: message('Identity provider, one factor'), phrase: message('one factor at an identity provider') },
  'provider-two-step': { name: message('Identity provider, two steps'), phrase: message('two steps at an identity provider') },
  'provider-phr': { name: message('Identity provider, phishing-resistant'), phrase: message('a passkey at an identity provider') },
};

/** The name of a method, or the API's own name for one that is newer than the console. */
export const nameMethod = (method: string): string => (METHODS[method] ? i18n.t(METHODS[method].name) : method);

/** The method in a sentence: "signed in with a passkey". */
export const phraseMethod = (method: string): string => (METHODS[method] ? i18n.t(METHODS[method].phrase) : method);
