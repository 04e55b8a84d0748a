import { i18n } from '@lingui/core';
import { message } from '../messages/message.js';

const WORDS: Record<string, string> = {
  passkey: message('passkey'),
  totp: message('authenticator app'),
  'recovery-code': message('recovery code'),
  'email-link': message('link by mail'),
  'text-link': message('link by text message'),
  link: message('link from an operator'),
  'identity-provider': message('identity provider'),
  identity_provider: message('identity provider'),
};

/** The name of a method of sign-in, or the API's own name for one that is newer than the console. */
export const nameMethod = (method: string): string => (WORDS[method] ? i18n.t(WORDS[method]) : method);
