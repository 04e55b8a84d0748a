import { z } from 'zod';

/** The names of the queues. A job only names a row: the worker reads the row again. */
export const QUEUES = {
  domainDeletion: 'domain-deletion',
  domainProvision: 'domain-provision',
  domainVerification: 'domain-verification',
  message: 'message',
  logoutNotice: 'logout-notice',
  webhook: 'webhook',
  userImport: 'user-import',
} as const;

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

/** The payload of a job about a domain. It never contains a name, a secret or personal data. */
export const domainJobSchema = z.strictObject({ domainId: z.uuid() });
export type DomainJob = z.output<typeof domainJobSchema>;

/** The payload of a job about a message, without its recipient and its text. */
export const messageJobSchema = z.strictObject({ domainId: z.uuid(), messageId: z.uuid() });
export type MessageJob = z.output<typeof messageJobSchema>;

/** The payload of a logout notice's job, without the session and the client. */
export const logoutNoticeJobSchema = z.strictObject({ domainId: z.uuid(), noticeId: z.uuid(), attempt: z.int().positive() });
export type LogoutNoticeJob = z.output<typeof logoutNoticeJobSchema>;

/** The payload of a job of a webhook or a push stream. The job delivers what is pending, and names no event. */
export const webhookJobSchema = z.union([
  z.strictObject({ domainId: z.uuid(), webhookId: z.uuid(), attempt: z.int().positive() }),
  z.strictObject({ domainId: z.uuid(), streamId: z.uuid(), attempt: z.int().positive() }),
]);
export type WebhookJob = z.output<typeof webhookJobSchema>;
