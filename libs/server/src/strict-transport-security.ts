/**
 * Tells browsers to use only https for this host, for a year from each response: RFC 6797. Without `includeSubDomains`, because hosts below
 * a custom domain are its owner's and may have no https.
 */
export const STRICT_TRANSPORT_SECURITY = { 'Strict-Transport-Security': 'max-age=31536000' } as const;
