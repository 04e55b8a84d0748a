/** A sandbox name belonged to a domain of another subscription. */
export class ReleasedNameError extends Error {}
