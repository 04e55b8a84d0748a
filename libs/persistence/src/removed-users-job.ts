/** The prefix in `job_state.queue` before the name of a removed identity provider. */
export const REMOVED_USERS_JOB_PREFIX = 'former-users:';
