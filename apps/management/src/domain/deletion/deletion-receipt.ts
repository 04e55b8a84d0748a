import type { EndingDeletion } from '@latchkey/persistence';

/** The header parameter `typ` of a receipt (RFC 7515 section 4.1.9). */
export const RECEIPT_TYPE = 'deletion-receipt+jwt';

/** The claims of a receipt: see docs/audit.md. Times are RFC 3339 texts, except `iat`. */
export interface DeletionReceipt {
  /** The `MANAGEMENT_URL` of the installation. */
  iss: string;
  /** The domain's name. */
  sub: string;
  /** The id of the deletion. */
  jti: string;
  /** Seconds since the epoch. */
  iat: number;
  /** The id that the checkpoints of the domain's log also contain. */
  domainId: string;
  requestedAt: string;
  startedAt: string;
  completedAt: string;
  /** The number of removed rows, by table. */
  removed: Readonly<Record<string, number>>;
  /** The end of the chain of the domain's log; null if the log had no chained entry. */
  log: { sequence: number; hash: string } | null;
}

/** @param iss the public base URL of the management API */
export function describeDeletion(deletion: EndingDeletion, iss: string): DeletionReceipt {
  const { id, domain, domainId, requestedAt, startedAt, completedAt, removedRows, logSequence, logHash } = deletion;
  return {
    iss,
    sub: domain,
    jti: id,
    iat: Math.floor(completedAt.getTime() / 1_000),
    domainId,
    requestedAt: requestedAt.toISOString(),
    startedAt: startedAt.toISOString(),
    completedAt: completedAt.toISOString(),
    removed: { ...removedRows, domain: 1 },
    log: logSequence !== null && logHash !== null ? { sequence: logSequence, hash: logHash } : null,
  };
}
