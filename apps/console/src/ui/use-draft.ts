import { useEffect } from 'react';
import { showDraft, type ShownRequest } from '../api/request-log.js';

/** Shows in the request line what a form would send, while the form is there. null shows the last request again. */
export function useDraft(request: ShownRequest | null): void {
  const text = JSON.stringify(request);
  useEffect(() => {
    showDraft(JSON.parse(text) as ShownRequest | null);
    return () => showDraft(null);
  }, [text]);
}
