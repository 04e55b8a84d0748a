/**
 * Tells browsers to use nothing but https for this host, for a year from each answer: RFC 6797. Without `includeSubDomains`: what is below a
 * custom domain is its owner's, and may have no https.
 */
export const STRICT_TRANSPORT_SECURITY = { 'Strict-Transport-Security': 'max-age=31536000' } as const;
