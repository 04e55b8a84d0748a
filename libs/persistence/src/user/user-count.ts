/** Rows that share the count of the users of a domain and provider. */
const COUNT_SHARDS = 16;

/** Adds to how many users a domain has of a provider. $1: domain id, $2: provider, $3: how many, less than 0 for those that are removed. */
export const ADD_TO_COUNT = `
  INSERT INTO user_count (domain_id, identity_provider, shard, users, made)
  VALUES ($1, $2, floor(random() * ${COUNT_SHARDS}), $3::bigint, greatest($3::bigint, 0)) ON CONFLICT (domain_id, identity_provider, shard)
  DO UPDATE SET users = user_count.users + EXCLUDED.users, made = user_count.made + EXCLUDED.made`;
