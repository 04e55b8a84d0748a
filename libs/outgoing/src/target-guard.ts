/** A host and a port as in a URL. */
export interface Target {
  /** A name or an address; IPv6 with or without brackets. */
  hostname: string;
  port: number;
}

/** Decides which targets requests may have. */
export interface TargetGuard {
  /** @throws SafeFetchError */
  checkUrl(input: string | URL): URL;
  /** Checks a target without resolving its name. @throws SafeFetchError */
  checkTarget(target: Target): void;
  /** The permitted addresses of a target, at least one. @throws SafeFetchError, or the error of the resolver */
  addressesOf(target: Target): Promise<string[]>;
  /** Whether an open connection to a target may be used, by its remote address. */
  isAllowed(remoteAddress: string | undefined, target: Target): boolean;
}

/** RFC 9110 sections 4.2.1 and 4.2.2. */
export function targetOf({ hostname, port, protocol }: { hostname: string; port: string | number; protocol: string }): Target {
  return { hostname, port: Number(port) || (protocol === 'http:' ? 80 : 443) };
}
