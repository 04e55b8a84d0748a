import type { UserErasure } from '@latchkey/persistence';
import type { ErasingDomain } from './changed-domain.js';

/** The header parameter `typ` of a receipt (RFC 7515 section 4.1.9). */
export const ERASURE_RECEIPT_TYPE = 'erasure-receipt+jwt';

/** The claims of a receipt: see docs/audit.md. */
export interface ErasureReceipt {
  /** The issuer of the domain. */
  iss: string;
  /** The `sub` that the user had. */
  sub: string;
  /** The id of the erasure. */
  jti: string;
  /** Seconds since the epoch. */
  iat: number;
  /** The name of the domain. */
  domain: string;
  /** The id that the checkpoints of the domain's log also contain. */
  domainId: string;
  /** RFC 3339. */
  erasedAt: string;
  /** The number of erased rows, by kind. */
  erased: Readonly<Record<string, number>>;
}

export function describeErasure(
  { id: domainId, name: domain, issuer: iss }: Pick<ErasingDomain, 'id' | 'name' | 'issuer'>,
  { id: jti, sub, erasedAt }: Pick<UserErasure, 'id' | 'sub' | 'erasedAt'>,
  erased: ErasureReceipt['erased'],
): ErasureReceipt {
  return { iss, sub, jti, iat: Math.floor(erasedAt.getTime() / 1_000), domain, domainId, erasedAt: erasedAt.toISOString(), erased };
}
