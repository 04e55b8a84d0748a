/** What runs in a browser too. */
export * from './branding.js';
export * from './editable-claims.js';
