import { useState } from 'react';
import { i18n } from '@lingui/core';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import type { Scheme } from './accent.js';
import type { BrandingValues } from './branding-query.js';
import { MailPreview } from './mail-preview.js';
import { PagePreview } from './page-preview.js';
import classes from './sign-in-page.module.css';

/** What people see, while one types: the page and the mail, light and dark, wide and narrow. */
export function PreviewPanel({ domain, values }: { domain: string; values: BrandingValues }) {
  const [subject, setSubject] = useState('page');
  const [scheme, setScheme] = useState<Scheme>('light');
  const [width, setWidth] = useState('wide');
  const can = useCan();
  const providers = useQuery({
    queryKey: ['providers', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/provider', { params: { path: { domain } } })),
    enabled: can('provider:read'),
  });
  const names = providers.data?.data.filter(({ enabled }) => enabled !== false).map(({ name, displayName }) => displayName ?? name);
  return (
    <section className={classes['preview']} aria-label={i18n.t('Preview')}>
      <div className={classes['controls']}>
        <SegmentedControl
          aria-label={i18n.t('What to preview')}
          value={subject}
          onChange={setSubject}
          data={[
            { value: 'page', label: i18n.t('Page') },
            { value: 'mail', label: i18n.t('Mail') },
          ]}
        />
        <SegmentedControl
          aria-label={i18n.t('Colours')}
          value={scheme}
          onChange={(next) => setScheme(next as Scheme)}
          data={[
            { value: 'light', label: i18n.t('Light') },
            { value: 'dark', label: i18n.t('Dark') },
          ]}
        />
        <SegmentedControl
          aria-label={i18n.t('Width')}
          value={width}
          onChange={setWidth}
          data={[
            { value: 'wide', label: i18n.t('Wide') },
            { value: 'narrow', label: i18n.t('Narrow') },
          ]}
        />
      </div>
      <div className={classes['stage']}>
        <div className={classes['frame']} data-width={width}>
          {subject === 'page' ? (
            <PagePreview domain={domain} values={values} scheme={scheme} providers={names ?? []} />
          ) : (
            <MailPreview domain={domain} values={values} scheme={scheme} isNarrow={width === 'narrow'} />
          )}
        </div>
      </div>
    </section>
  );
}
