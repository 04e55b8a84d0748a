/** Rows that share the count of the users of a domain and provider. */
const COUNT_SHARDS = 16;

/** Changes the number of users of a domain and provider. $1: domain id, $2: provider, $3: the difference, negative for removed users. */
export const ADD_TO_COUNT = `
  INSERT INTO user_count (domain_id, identity_provider, shard, users, made)
  VALUES ($1, $2, floor(random() * ${COUNT_SHARDS}), $3::bigint, greatest($3::bigint, 0)) ON CONFLICT (domain_id, identity_provider, shard)
  DO UPDATE SET users = user_count.users + EXCLUDED.users, made = user_count.made + EXCLUDED.made`;
