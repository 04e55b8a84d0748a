export { DeliveryFailure } from './delivery-failure.js';
export {
  messageContext,
  MESSAGE_LANGUAGES,
  NOTICE_KINDS,
  openMessage,
  sealMessage,
  type Message,
  type MessageContent,
  type MessageLanguage,
  type NoticeKind,
} from './message.js';
export { writeMail, writeText, type Mail } from './write.js';
