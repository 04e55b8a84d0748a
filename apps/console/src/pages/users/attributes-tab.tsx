import { useState } from 'react';
import { i18n } from '@lingui/core';
import { SegmentedControl } from '@mantine/core';
import { useCan } from '../../api/caller.js';
import { Columns, Panel } from '../../ui/panel.js';
import { Facts } from '../../ui/facts.js';
import { AttributesForm } from './attributes-form.js';
import { AttributesJson } from './attributes-json.js';
import { useUserKey } from './use-user.js';
import { readAttributes, type UserTabProps } from './users-query.js';
import classes from './users.module.css';

type View = 'form' | 'json';

/** The attributes of a user: a form for the standard claims, and all of them as JSON. */
export function AttributesTab({ read }: UserTabProps) {
  const key = useUserKey();
  const can = useCan()('user:write');
  const [view, setView] = useState<View>('form');
  const [isDirty, setDirty] = useState(false);
  const props = { userKey: key, read, onDirty: setDirty };
  const { identityProvider } = read.data;
  if (!can) return <ReadOnlyAttributes read={read} />;
  return (
    <Columns>
      <div className={classes['views']}>
        <SegmentedControl
          aria-label={i18n.t('View')}
          value={view}
          disabled={isDirty}
          onChange={(next) => setView(next as View)}
          data={[
            { value: 'form', label: i18n.t('Form') },
            { value: 'json', label: 'JSON' },
          ]}
        />
        <span className={classes['note']}>
          {isDirty
            ? i18n.t('Save or discard before you change the view.')
            : identityProvider !== 'local' &&
              i18n.t('{provider} writes the attributes that it maps again at each sign-in.', { provider: identityProvider })}
        </span>
      </div>
      {view === 'form' ? <AttributesForm {...props} /> : <AttributesJson {...props} />}
    </Columns>
  );
}

function ReadOnlyAttributes({ read }: UserTabProps) {
  const facts = Object.entries(readAttributes(read.data)).map(([label, value]) => ({
    label,
    value: typeof value === 'string' ? value : <code>{JSON.stringify(value)}</code>,
  }));
  return (
    <Columns>
      <Panel title={i18n.t('Attributes')} description={i18n.t('You may read users. To change them, ask an owner for user:write.')} flush>
        <Facts facts={facts} />
      </Panel>
    </Columns>
  );
}
