/** Seconds for which a link works: the most that NIST SP 800-63B and ASVS 6.5.5 give a secret that travels by another channel. */
export const MAGIC_LINK_TTL_SECONDS = 600;
