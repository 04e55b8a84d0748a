export { DomainDeletionQueue } from './domain-deletion.queue.js';
export { DomainVerificationQueue } from './domain-verification.queue.js';
export { DomainProvisionQueue } from './domain-provision.queue.js';
export { PublicJobError } from './public-job.error.js';
export { getJobId } from './job-id.js';
export { JobProcessor } from './job-processor.js';
export { describeError } from './job-lease.js';
export { JobsModule, type JobsOptions } from './jobs.module.js';
export { LogoutNoticeQueue } from './logout-notice.queue.js';
export { MessageQueue } from './message.queue.js';
export { WebhookQueue } from './webhook.queue.js';
export {
  domainJobSchema,
  logoutNoticeJobSchema,
  messageJobSchema,
  QUEUES,
  webhookJobSchema,
  type DomainJob,
  type LogoutNoticeJob,
  type MessageJob,
  type QueueName,
  type WebhookJob,
} from './queues.js';
export { MAX_ATTEMPTS } from './retry-delay.js';
export { WORKER_OPTIONS } from './worker-options.js';
export { MAX_QUEUE_CONNECTIONS } from './queue-pool.js';
