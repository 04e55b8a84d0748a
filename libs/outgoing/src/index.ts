export { DocumentCache } from './document-cache.js';
export { OutgoingClient, type OutgoingOptions, type OutgoingRequest } from './outgoing-client.js';
export { OutgoingFailure, outgoingFailureOf, type OutgoingFailureKind } from './outgoing-failure.js';
export { OutgoingModule } from './outgoing.module.js';
