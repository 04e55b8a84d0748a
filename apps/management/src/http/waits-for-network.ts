import { SetMetadata } from '@nestjs/common';

export const WAITS_FOR_NETWORK = 'waits-for-network';

/**
 * Marks a route that waits for other machines: its work is in no transaction, also with an Idempotency-Key. If the process dies, the work may be done
 * again: it must not matter how often it is.
 */
export const WaitsForNetwork = () => SetMetadata(WAITS_FOR_NETWORK, true);
