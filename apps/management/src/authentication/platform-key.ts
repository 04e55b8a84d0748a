import { isSameSecret } from '@latchkey/crypto';
import { PLATFORM, type PlatformCaller } from '../caller/caller.js';

/** @returns the operator of the service if the key is PLATFORM_KEY. @param platformKey undefined if nobody has it */
export function authenticatePlatform(apiKey: string, platformKey: string | undefined): PlatformCaller | null {
  // Compares hashes in constant time.
  return platformKey !== undefined && isSameSecret(apiKey, platformKey) ? PLATFORM : null;
}
