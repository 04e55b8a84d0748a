import { addValues, type AttributeChanges, type SubjectId } from '@latchkey/events';
import type { PersonalDataEncryption } from '../personal-data.js';
import { withUserId } from '../user-id.js';
import type { SsfEvent } from './ssf-event.entity.js';

/** An event to sign. */
export type PendingSsfEvent = Pick<SsfEvent, 'id' | 'eventType' | 'subject' | 'payload' | 'txn' | 'traceparent' | 'createdAt'> & {
  /** Names the user instead of issuer and subject. */
  subjectId: SubjectId | null;
};
/** An event with what its values are encrypted with; null without values, or if they were deleted with their user. */
export type StoredEvent = Omit<PendingSsfEvent, 'subjectId'> &
  Pick<SsfEvent, 'encryptedPayload' | 'changeAttributes'> & { key: Buffer | null; commitment: string | null; changes: Buffer | null };

/** The columns of a StoredEvent, of a table `event` that is joined by `JOIN_VALUES`. */
export const STORED_COLUMNS = `event.id, event.event_type AS "eventType", coalesce(event.sub_text, event.subject::text) AS subject, event.payload, event.txn,
  event.traceparent, event.created_at AS "createdAt", event.encrypted_payload AS "encryptedPayload",
  event.change_attributes AS "changeAttributes", log_key.encrypted AS key, change.commitment, change.encrypted AS changes`;

export const JOIN_VALUES = `
  LEFT JOIN log_key ON event.encrypted_payload IS NOT NULL AND log_key.domain_id = event.domain_id AND log_key.sub = event.subject
    AND log_key.month = event.key_month
  LEFT JOIN ssf_change AS change ON change.domain_id = event.domain_id AND change.entry_id = event.change_entry_id`;

/** @returns null if the values cannot be read: they were deleted, altered, or belong to an earlier user with the same `sub` */
export function revealEvent(personalData: PersonalDataEncryption, domainId: string, row: StoredEvent): PendingSsfEvent | null {
  const { encryptedPayload, changeAttributes: attributes, key, commitment, changes, ...event } = row;
  if (!encryptedPayload) return { ...event, subjectId: null };
  if (!key || (attributes && !changes)) return null;
  const subject = withUserId({ domainId, sub: event.subject! });
  if (attributes && commitment && changes) {
    const data = personalData.decrypt({ erased: commitment, encrypted: changes }, key, subject);
    const readable = data['changes'] as AttributeChanges | undefined;
    return readable ? { ...event, ...addValues({ ...event, attributes }, readable) } : null;
  }
  const data = personalData.decrypt({ erased: String(event.payload['erased']), encrypted: encryptedPayload }, key, subject);
  const { payload, subjectId } = data as Pick<PendingSsfEvent, 'payload' | 'subjectId'>;
  return payload ? { ...event, payload, subjectId } : null;
}
