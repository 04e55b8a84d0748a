/** Settings of the application: environment variables. */
const { ISSUER = 'http://localhost:3001', CLIENT_ID = 'demo', CLIENT_SECRET, DEMO_USER } = process.env;
const { MANAGEMENT_URL, MANAGEMENT_API_KEY } = process.env;

if (!CLIENT_SECRET) throw new Error('CLIENT_SECRET is not set: it is the secret of the client that the management API returned');

export { CLIENT_ID, CLIENT_SECRET, ISSUER };

/** For the demo: who signs in, and where their mail is. Without these there is no /inbox. */
export const inbox =
  MANAGEMENT_URL && MANAGEMENT_API_KEY && DEMO_USER ? { url: MANAGEMENT_URL, apiKey: MANAGEMENT_API_KEY, user: DEMO_USER } : null;
