import { i18n } from '@lingui/core';
import { useParams } from '@tanstack/react-router';
import { buildCurl } from '../request-line/curl.js';
import { CommandExample } from './command-example.js';

interface RequestExampleProps {
  method: 'POST' | 'PUT';
  /** Below the domain of the page. A path that begins with `/v1/` is a whole one. */
  path: string;
  body?: unknown;
}

/** The request that does what the page is for, as a command. */
export function RequestExample({ method, path, body }: RequestExampleProps) {
  const { domain = '' } = useParams({ strict: false });
  const whole = path.startsWith('/v1/') ? path : `/v1/domain/${domain}${path}`;
  return <CommandExample label={i18n.t('Or by the API')} command={buildCurl({ method, path: whole, body }, location.origin)} />;
}
