import { canonicalJson, hmac, isHmac } from '@latchkey/crypto';
import type { AuthenticatedHead, ChainHead, HeadState } from '@latchkey/persistence';

/** Computes and compares the MACs of heads: HMAC-SHA256 of the values that determine where a chain continues. */
export class HeadAuthenticator {
  constructor(private readonly key: Buffer) {}

  /** Adds the MAC to a head. */
  sign({ domainId, sequence, hash, checkpointSequence, checkpointHash }: HeadState): AuthenticatedHead {
    const state = { domainId, sequence, hash, checkpointSequence, checkpointHash };
    return { ...state, mac: hmac('sha256', this.key, toBytes(state)) };
  }

  /** Whether the service has stored this head, and the log has no entries beyond it. */
  isAuthentic({ mac, hasLaterEntries, ...head }: ChainHead): boolean {
    return mac !== null && !hasLaterEntries && isHmac('sha256', this.key, { bytes: toBytes(head), mac });
  }
}

/** Leaves out other members, which a query may have added. */
function toBytes({ domainId, sequence, hash, checkpointSequence, checkpointHash }: HeadState): Buffer {
  return Buffer.from(canonicalJson({ domainId, sequence, hash, checkpointSequence, checkpointHash }), 'utf8');
}
