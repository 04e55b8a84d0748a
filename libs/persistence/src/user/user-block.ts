/**
 * The users of a domain are divided into blocks, in order of creation. Lists have this order, and a search goes from block to block until
 * its page is full. So it stays fast with many matches, and skips none.
 */
export const USERS_PER_BLOCK = 16_384;

/** The block of the domain $1 that is being filled. */
export const LAST_BLOCK = `(SELECT div(coalesce(sum(made), 0), ${USERS_PER_BLOCK})::integer FROM user_count WHERE domain_id = $1)`;
