/** What the URL of a webhook names: the deliveries that are shown. */
export interface WebhookSearch {
  status?: 'Delivered' | 'Retrying' | 'Failed';
}

/** Reads the URL's search. What it does not know is left out. */
export function parseWebhookSearch({ status }: Record<string, unknown>): WebhookSearch {
  return status === 'Delivered' || status === 'Retrying' || status === 'Failed' ? { status } : {};
}

/** What the URL of a stream names: the deliveries that are shown, and the one that is open. */
export interface StreamSearch extends WebhookSearch {
  delivery?: string;
}

/** Reads the URL's search. What it does not know is left out. */
export function parseStreamSearch(search: Record<string, unknown>): StreamSearch {
  const { delivery } = search;
  return { ...parseWebhookSearch(search), ...(typeof delivery === 'string' && { delivery }) };
}
