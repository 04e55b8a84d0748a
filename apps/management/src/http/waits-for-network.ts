import { applyDecorators, SetMetadata } from '@nestjs/common';

export const WAITS_FOR_NETWORK = 'waits-for-network';

/**
 * Marks a route that waits for other machines. Its work runs outside any transaction, also with an Idempotency-Key. If the process dies,
 * the work may be repeated, so it must be idempotent.
 */
export const WaitsForNetwork = () => SetMetadata(WAITS_FOR_NETWORK, true);

export const STREAMS_BODY = 'streams-body';

/** Marks a route that waits for the network because it reads a body of any size as it arrives, and limits by itself how many it reads. */
export const StreamsBody = () => applyDecorators(WaitsForNetwork(), SetMetadata(STREAMS_BODY, true));
