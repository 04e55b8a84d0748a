/** Finds a domain that is being deleted. */
export const FIND_DELETING = `SELECT id, subscription_id AS "subscriptionId", name FROM domain WHERE id = $1 AND status = 'deleting'`;

/** Records that rows of a domain are being removed from now on. A domain that an earlier release has marked gets its deletion here. */
export const BEGIN = `
  INSERT INTO domain_deletion AS deletion (subscription_id, domain, deleted_domain_id, started_at)
  SELECT subscription_id, name, id, clock_timestamp() FROM domain WHERE id = $1 AND status = 'deleting'
  ON CONFLICT (deleted_domain_id) DO UPDATE SET started_at = coalesce(deletion.started_at, EXCLUDED.started_at)`;

/** Keeps the name of a sandbox domain from other subscriptions, before the domain's own row releases it. */
export const RELEASE_NAME = `
  INSERT INTO released_name (name_hash, subscription_id)
  SELECT sha256(convert_to(name, 'UTF8')), subscription_id FROM domain WHERE id = $1 AND status = 'deleting' AND kind = 'sandbox'
  ON CONFLICT DO NOTHING`;

/** Adds removed rows to the deletion's counts, in the statement that removes them. @param domainId the placeholder of its parameter */
export const buildCountCte = (table: string, domainId: string): string => `
  counted AS (
    UPDATE domain_deletion AS deletion
    SET removed_rows = removed_rows || jsonb_build_object('${table}', coalesce((removed_rows ->> '${table}')::bigint, 0) + batch_removed.rows)
    FROM (SELECT count(*) AS rows FROM removed) AS batch_removed
    WHERE deleted_domain_id = ${domainId} AND batch_removed.rows > 0
  )`;

export const REMOVE_CHAIN = `
  WITH removed AS (DELETE FROM log_chain WHERE domain_id = $1 RETURNING sequence, hash)
  UPDATE domain_deletion SET removed_rows = removed_rows || '{"log_chain": 1}', log_sequence = removed.sequence, log_hash = encode(removed.hash, 'hex')
  FROM removed WHERE deleted_domain_id = $1`;

/** Reads the progress of a deletion that has not ended. */
export const READ_ENDING = `
  SELECT id, deleted_domain_id AS "domainId", domain, requested_at AS "requestedAt", started_at AS "startedAt",
         clock_timestamp() AS "completedAt", removed_rows AS "removedRows", log_sequence::double precision AS "logSequence", log_hash AS "logHash"
  FROM domain_deletion WHERE deleted_domain_id = $1 AND completed_at IS NULL`;

/** Ends a deletion together with the domain's own row, if nothing was counted since it was read. */
// control: a receipt has every row that the deletion has counted
export const COMPLETE = `
  WITH completed AS (
    UPDATE domain_deletion SET completed_at = $2, receipt = $3
    WHERE deleted_domain_id = $1 AND completed_at IS NULL AND removed_rows = $4::jsonb RETURNING 1
  )
  DELETE FROM domain WHERE id = $1 AND status = 'deleting' AND EXISTS (SELECT FROM completed) RETURNING 1`;
