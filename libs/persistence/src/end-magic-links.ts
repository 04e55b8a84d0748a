/** Ends all links of a user that were not used. $1: domain id, $2: the id of the user */
export const END_MAGIC_LINKS = 'UPDATE magic_link SET used_at = clock_timestamp() WHERE domain_id = $1 AND sub = $2 AND used_at IS NULL';
