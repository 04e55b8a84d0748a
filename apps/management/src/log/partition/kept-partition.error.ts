/** A partition has entries that are to be kept: the records of it are rolled back. */
export class KeptPartitionError extends Error {}
