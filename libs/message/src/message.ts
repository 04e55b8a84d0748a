/** The languages of messages; the first is the fallback. */
export const MESSAGE_LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'ar', 'ja'] as const;
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
  'recovery-codes-removed',
  'new-device',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Messages with a link that works once. */
export type LinkKind = 'sign-in-link' | 'sign-up-link' | 'account-exists' | 'email-confirmation';

/** The data of a message. The text is chosen when it is sent. */
export type MessageContent =
  | { kind: 'sign-up-invitation'; link: string; /** The lifetime of the link. */ days: number }
  | { kind: LinkKind; link: string; /** The lifetime of the link. */ minutes: number }
  | { kind: 'email-changed'; /** Restores the address. */ link: string; /** The lifetime of the link. */ days: number }
  | { kind: 'user-invitation'; link: string; /** The lifetime of the link. */ hours: number }
  | { kind: 'provider-invitation'; /** Where the sign-in begins. */ link: string; /** What it is called. */ identityProvider: string }
  | { kind: 'notice'; notice: NoticeKind; /** The URL of the account page. */ account: string };

/** A stored message, encrypted until it is sent. */
export interface Message {
  /** An email address, or a phone number in E.164 format. */
  to: string;
  /** The user's name; null if unknown. */
  name: string | null;
  language: MessageLanguage;
  /** The sender's name: the domain's branding or its name. */
  place: string;
  content: MessageContent;
  /** What caused the message. Messages of earlier releases lack it. */
  request?: MessageRequest;
  /** The recipient's time zone (IANA); null or absent: UTC. */
  timeZone?: string | null;
}

/** The request that caused a message, as far as it is known. It helps the recipient to recognize it. */
export interface MessageRequest {
  /** RFC 3339. */
  at: string;
  /** The browser and system, such as "Firefox, Windows"; empty if unknown. */
  device: string;
  /** The IP address of the device; null if unknown. */
  address: string | null;
  /** ISO 3166-1 alpha-2; null or absent if unknown. */
  country?: string | null;
  /** The application that a sign-in continues to; null for others. */
  application: { name: string; /** An https URL. */ logoUri: string | null } | null;
}

/** Encrypts and decrypts: the Encryptor of libs/crypto. */
interface MessageCipher {
  encrypt(plain: Buffer, context: string): Buffer;
  decrypt(encrypted: Buffer, context: string): Buffer;
}

/** The associated data of an encrypted message, which cannot be decrypted in another row. */
export function messageContext(domainId: string, id: string): string {
  return `message:${domainId}:${id}`;
}

export function encryptMessage(encryptor: MessageCipher, message: Message, context: string): Buffer {
  return encryptor.encrypt(Buffer.from(JSON.stringify(message), 'utf8'), context);
}

/** @throws Error if it was altered, belongs to another row, or no master key decrypts it */
export function decryptMessage(encryptor: MessageCipher, encrypted: Buffer, context: string): Message {
  return JSON.parse(encryptor.decrypt(encrypted, context).toString('utf8')) as Message;
}
