export { DomainDeletionQueue } from './domain-deletion.queue.js';
export { JobProcessor } from './job-processor.js';
export { JobsModule, type JobsOptions } from './jobs.module.js';
export { domainJob, QUEUES, type DomainJob } from './queues.js';
