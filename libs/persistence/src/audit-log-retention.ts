/** In days: see AuditLogRetention. */
export const DEFAULT_AUDIT_LOG_RETENTION = { days: 400, personalDays: 400 } as const;

/** The current date. */
export const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

/** The date from which a new entry may be removed. @param domainId an expression */
export const buildRemovalDate = (domainId: string): string =>
  `${TODAY} + coalesce((SELECT days FROM log_retention WHERE log_retention.domain_id = ${domainId}), ${DEFAULT_AUDIT_LOG_RETENTION.days})`;
