/** Lifetimes in seconds: the default for clients that configure none, and the bounds of a configured one. */
export const EXPIRY = {
  min: 1,
  max: 31_536_000,
  accessToken: 3_600,
  idToken: 3_600,
  refreshToken: 2_592_000,
} as const;
