/** A condition on a row of `ssf_stream`: an event waits for its receiver. */
export const HAS_PENDING = `EXISTS (SELECT FROM ssf_event AS pending
  WHERE pending.domain_id = ssf_stream.domain_id AND pending.stream_id = ssf_stream.id)`;

/** A condition on a row of `ssf_stream`: its events may be pushed. Those of a disabled stream say that it was disabled. */
export const IS_PUSHING = `push_endpoint IS NOT NULL AND ssf_stream.status <> 'paused'`;
