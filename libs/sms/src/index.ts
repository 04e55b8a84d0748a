export type { OutgoingText, TextSender } from './text-sender.js';
export { TwilioSender, type TwilioOptions } from './twilio.sender.js';
export { WebhookSender, type WebhookOptions } from './webhook.sender.js';
