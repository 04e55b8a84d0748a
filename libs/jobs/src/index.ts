export { DomainDeletionQueue } from './domain-deletion.queue.js';
export { DomainVerificationQueue } from './domain-verification.queue.js';
export { DomainProvisionQueue } from './domain-provision.queue.js';
export { JobFault } from './job-fault.js';
export { jobIdOf } from './job-id.js';
export { JobProcessor } from './job-processor.js';
export { JobsModule, type JobsOptions } from './jobs.module.js';
export { MessageQueue } from './message.queue.js';
export { domainJob, messageJob, QUEUES, type DomainJob, type MessageJob } from './queues.js';
