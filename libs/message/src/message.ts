/** The languages of messages; the first is the fallback. */
export const MESSAGE_LANGUAGES = ['en', 'de', 'fr'] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];

/** Account changes that the user is notified of. */
export const NOTICE_KINDS = [
  'passkey-created',
  'passkey-removed',
  'passkeys-reset',
  'authenticator-app-set-up',
  'authenticator-app-removed',
  'recovery-codes-made',
  'recovery-code-used',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The data of a message: the text is chosen when it is sent. */
export type MessageContent =
  | { kind: 'sign-in-link'; link: string; /** For how long it can be used. */ minutes: number }
  | { kind: 'notice'; notice: NoticeKind; /** The address of the account page. */ account: string };

/** A stored message, encrypted until it is sent. */
export interface Message {
  /** An email address, or a telephone number as of E.164. */
  to: string;
  /** The user's name, if it is known. */
  name: string | null;
  language: MessageLanguage;
  /** The sender's name: that of the domain, or its branding. */
  place: string;
  content: MessageContent;
}

/** Encrypts and decrypts: the Encryptor of libs/crypto. */
interface MessageCipher {
  encrypt(plain: Buffer, context: string): Buffer;
  decrypt(encrypted: Buffer, context: string): Buffer;
}

/** The associated data of an encrypted message: moved to another row, it does not decrypt. */
export function messageContext(domainId: string, id: string): string {
  return `message:${domainId}:${id}`;
}

export function encryptMessage(encryptor: MessageCipher, message: Message, context: string): Buffer {
  return encryptor.encrypt(Buffer.from(JSON.stringify(message), 'utf8'), context);
}

/** @throws Error if it was changed, belongs to another row, or no master key opens it */
export function decryptMessage(encryptor: MessageCipher, encrypted: Buffer, context: string): Message {
  return JSON.parse(encryptor.decrypt(encrypted, context).toString('utf8')) as Message;
}
