export { Mailer, type MailerOptions, type OutgoingMail } from './mailer.js';
