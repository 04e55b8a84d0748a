import type { AttributeChanges, AuditEvent } from '@latchkey/events';

/** The domain of a change, and who is said in its log to have made it. */
export interface ChangedDomain {
  id: string;
  /** Logs an event in the transaction of the change. @param changes of attributes of its user, whose values security events may need */
  record(event: AuditEvent, changes?: AttributeChanges): Promise<void>;
}

/** The domain of an erasure, whose receipt it signs. */
export interface ErasingDomain extends ChangedDomain {
  name: string;
  issuer: string;
  /** Signs claims with the newest receipt key: ReceiptKeyService. @param typ the header parameter that distinguishes kinds of statements */
  signReceipt(typ: string, claims: object): Promise<string>;
}
