export { listAttributeChanges, type AttributeChanges } from './attribute-changes.js';
export { type AuditEvent, type EventData, type PlainEventType } from './audit-event.js';
export { CHECKPOINT_EVENT_TYPE, CHECKPOINT_SELECTORS, EVENTS, EVENT_TYPES, type EventType } from './catalogue.js';
export { type EventDefinition, type FieldDefinition, type FieldKind, type Visibility } from './event-definition.js';
export { EVENT_FAMILIES, selectEventTypes } from './event-filter.js';
export { AUTHORIZATION_PATTERN, findAuthorizationViolation, MAX_AUTHORIZATION_LENGTH } from './push-authorization.js';
export { cutAnswer, describeRefusal, MAX_ANSWER_LENGTH } from './receiver-answer.js';
export { findNearestEventFilter } from './nearest-event-filter.js';
export {
  createSignalClaims,
  isRefusalCode,
  lacksActivity,
  listSignals,
  addValues,
  listValueSignals,
  getVerificationWait,
  MIN_VERIFICATION_INTERVAL_SECONDS,
  SIGNAL_TYPES,
  SIGNALS,
  STREAM_SIGNALS,
  type Signal,
  type SignalCause,
  type SubjectId,
  type CompleteSignal,
  type ValueSignal,
  VALUE_SIGNAL_TYPES,
} from './shared-signals.js';
