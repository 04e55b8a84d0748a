import type { AttributeChanges, AuditEvent } from '@latchkey/events';

/** The domain of a change, and who is said in its log to have made it. */
export interface ChangedDomain {
  id: string;
  /** Logs an event in the transaction of the change. @param changes of attributes of its user, whose values security events may need */
  record(event: AuditEvent, changes?: AttributeChanges): Promise<void>;
}
