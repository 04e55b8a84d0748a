/**
 * The most memory that each cache of this process may take, in bytes: estimates, which unit tests compare with the heap. Together they are what
 * a process holds beyond that of one domain.
 *
 * A domain that only gets tokens by secrets needs its template, about 1 KB, and its imported key, 4 KB: 50,000 of them find their template, and
 * two in five their key. An evicted key costs 40 microseconds, an evicted template a place in the next statement as well.
 */
export const MAX_DOMAIN_BYTES = 20_000_000;
export const MAX_CLIENT_BYTES = 12_000_000;
export const MAX_TEMPLATE_BYTES = 56_000_000;
export const MAX_SIGNING_KEY_BYTES = 88_000_000;

/** Caches whose entries have a size that clients, or strangers, choose. */
export const MAX_PROOF_KEY_BYTES = 16_000_000;
export const MAX_CERTIFICATE_BYTES = 24_000_000;
export const MAX_WORKLOAD_BYTES = 8_000_000;
export const MAX_KEY_SET_BYTES = 48_000_000;
export const MAX_KEY_LOCATION_BYTES = 2_000_000;
