import { z } from 'zod';

/** The names of the queues. A job says only what to look at: the truth is in the rows, and read again by whoever works the job. */
export const QUEUES = {
  domainDeletion: 'domain-deletion',
  domainProvision: 'domain-provision',
  domainVerification: 'domain-verification',
  message: 'message',
  logoutNotice: 'logout-notice',
} as const;

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

/** What a job about a domain carries: never a name, a secret or a person. */
export const domainJobSchema = z.strictObject({ domainId: z.uuid() });
export type DomainJob = z.output<typeof domainJobSchema>;

/** What a job about a message carries: neither whom it is to nor what it says. */
export const messageJobSchema = z.strictObject({ domainId: z.uuid(), messageId: z.uuid() });
export type MessageJob = z.output<typeof messageJobSchema>;

/** What a job about the end of a session carries: neither whose session it was nor who is told. */
export const logoutNoticeJobSchema = z.strictObject({ domainId: z.uuid(), noticeId: z.uuid(), attempt: z.int().positive() });
export type LogoutNoticeJob = z.output<typeof logoutNoticeJobSchema>;
