import type { components, operations } from '@latchkey/api-client';

export type LogEntry = components['schemas']['LogEntryResponse'];

/** A type of an entry, or a family such as `user.*`. */
export type LogType = NonNullable<NonNullable<operations['listLog']['parameters']['query']>['type']>[number];
