/** Where the console is, below MANAGEMENT_URL. */
export const CONSOLE_PATHS = { home: '/console', callback: '/console/callback' } as const;

/** The client by which operators sign in to the console, at the issuer. */
export const CONSOLE_CLIENT_ID = 'console';
