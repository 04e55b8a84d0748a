/**
 * The maximum memory of each cache in this process, in bytes. The sizes are estimates, which unit tests compare with the heap. Together the
 * caches are what a process needs beyond the memory for one domain.
 *
 * A domain that only issues tokens for client secrets needs its template, about 1 KB, and its imported key, 4 KB. With 50,000 such domains,
 * all templates and two in five keys fit. A missing key costs 40 microseconds; a missing template also costs a place in the next statement.
 */
export const MAX_DOMAIN_BYTES = 20_000_000;
export const MAX_CLIENT_BYTES = 12_000_000;
export const MAX_TEMPLATE_BYTES = 56_000_000;
export const MAX_SIGNING_KEY_BYTES = 88_000_000;

/** Caches whose entry sizes are chosen by clients or attackers. */
export const MAX_PROOF_KEY_BYTES = 16_000_000;
export const MAX_CERTIFICATE_BYTES = 24_000_000;
export const MAX_WORKLOAD_BYTES = 8_000_000;
export const MAX_KEY_SET_BYTES = 48_000_000;
export const MAX_KEY_LOCATION_BYTES = 2_000_000;
export const MAX_METADATA_DOCUMENT_BYTES = 16_000_000;
