/** In `job_state.queue`, before the name of a removed identity provider. */
export const FORMER_USERS_JOB = 'former-users:';
