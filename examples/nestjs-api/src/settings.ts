/** The domain whose tokens are accepted. */
export const ISSUER = process.env['ISSUER'] ?? 'http://localhost:3001';
/** What tokens must be for: a value of the `audiences` of its clients, and without these the issuer. */
export const AUDIENCE = process.env['AUDIENCE'] ?? ISSUER;
export const PORT = Number(process.env['PORT'] ?? '4002');
