/**
 * The users of a domain are cut into blocks of so many, in the order in which they are made. Lists are in this order, and a search goes
 * from block to block until it has its page: so it costs no more where many match, and no match is passed over.
 */
export const USERS_PER_BLOCK = 16_384;

/** The block of the domain $1 that is being filled. */
export const LAST_BLOCK = `(SELECT div(coalesce(sum(made), 0), ${USERS_PER_BLOCK})::integer FROM user_count WHERE domain_id = $1)`;
