/** A partition contains entries that must be kept; its removal records are rolled back. */
export class KeptPartitionError extends Error {}
