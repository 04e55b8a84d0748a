/** Decides which targets requests may have. */
export interface TargetGuard {
  /** @throws SafeFetchError */
  checkUrl(input: string | URL): URL;
  /** Checks a host without resolving it. @throws SafeFetchError */
  checkHost(hostname: string): void;
  /** The permitted addresses of a host, at least one. @throws SafeFetchError, or the error of the resolver */
  addressesOf(hostname: string): Promise<string[]>;
  /** Whether an open connection to a host may be used, by its remote address. */
  isAllowed(remoteAddress: string | undefined, hostname: string): boolean;
}
