export { nameCountry } from './country.js';
export { DATE_LOCALES, DATE_TIME_OPTIONS } from './date-time.js';
export { DeliveryFailure } from './delivery-failure.js';
export type { MailBranding } from './mail-look.js';
export {
  messageContext,
  MESSAGE_LANGUAGES,
  NOTICE_KINDS,
  decryptMessage,
  encryptMessage,
  type Message,
  type MessageContent,
  type MessageLanguage,
  type MessageRequest,
  type NoticeKind,
} from './message.js';
export {
  chooseProfileLanguage,
  createNotice,
  findRecipientName,
  findTimeZone,
  NOTICE_TTL_SECONDS,
  type NoticeRecipient,
} from './notice.js';
export { renderMail, renderText, type Mail } from './render.js';
