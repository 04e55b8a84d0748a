export { DeliveryFailure } from './delivery-failure.js';
export {
  messageContext,
  MESSAGE_LANGUAGES,
  NOTICE_KINDS,
  decryptMessage,
  encryptMessage,
  type Message,
  type MessageContent,
  type MessageLanguage,
  type NoticeKind,
} from './message.js';
export { chooseProfileLanguage, createNotice, findRecipientName, NOTICE_TTL_SECONDS, type NoticeRecipient } from './notice.js';
export { renderMail, renderText, type Mail } from './render.js';
