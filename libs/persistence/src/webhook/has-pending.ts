/** A condition on a row of `webhook`: a delivery is pending. */
export const HAS_PENDING = `EXISTS (SELECT FROM webhook_delivery AS pending
  WHERE pending.domain_id = webhook.domain_id AND pending.webhook_id = webhook.id AND pending.status = 'pending')`;
