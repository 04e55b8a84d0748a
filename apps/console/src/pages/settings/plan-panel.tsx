import { useEffect, useRef } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group } from '@mantine/core';
import { message } from '../../messages/message.js';
import { FormProblem } from '../../ui/form-problem.js';
import { Panel } from '../../ui/panel.js';
import type { Change, Plan } from './use-configuration.js';
import classes from './settings.module.css';

const ACTIONS: Record<Change['action'], string> = {
  Add: message('Added'),
  Replace: message('Changed'),
  Remove: message('Removed'),
};

interface PlanPanelProps {
  plan: Plan;
  isApplying: boolean;
  error: Error | null;
  /** Whether the configuration changed since it was planned. */
  isConflict: boolean;
  onApply: () => void;
  onDiscard: () => void;
  onPlanAgain: () => void;
}

/** What a document would change, by sections, in words and colours. */
export function PlanPanel({ plan, isApplying, error, isConflict, onApply, onDiscard, onPlanAgain }: PlanPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const { changes } = plan;
  useEffect(() => {
    // Some browsers return a promise, which is no cleanup.
    box.current?.scrollIntoView({ block: 'start' });
  }, [plan]);
  const sections = [...Map.groupBy(changes, ({ path }) => path.split('/')[1] ?? '')];
  const count = (action: Change['action']) => changes.filter((change) => change.action === action).length;
  if (changes.length === 0) {
    return (
      <div ref={box}>
        <Panel title={i18n.t('Nothing would change')}>
          <p className={classes['hint']}>{i18n.t('The domain is configured as the document says.')}</p>
        </Panel>
      </div>
    );
  }
  return (
    <div ref={box}>
      <Panel
        title={i18n.t('{count, plural, one {# change} other {# changes}}', { count: changes.length })}
        description={i18n.t('{added} added, {changed} changed, {removed} removed', {
          added: count('Add'),
          changed: count('Replace'),
          removed: count('Remove'),
        })}
        action={
          <PlanActions isConflict={isConflict} isApplying={isApplying} onApply={onApply} onDiscard={onDiscard} onPlanAgain={onPlanAgain} />
        }
        flush
      >
        <div className={classes['problem']}>
          <FormProblem
            error={
              isConflict
                ? new Error(i18n.t('Another operator changed the configuration meanwhile. Plan again to see what would change now.'))
                : error
            }
            fields={[]}
          />
        </div>
        {sections.map(([section, sectionChanges]) => (
          <section key={section} className={classes['section']} aria-label={section}>
            <h3>
              <code>{section}</code>
            </h3>
            {sectionChanges.map((change) => (
              <ChangeView key={change.path} change={change} />
            ))}
          </section>
        ))}
      </Panel>
    </div>
  );
}

function PlanActions({ isConflict, isApplying, onApply, onDiscard, onPlanAgain }: Omit<PlanPanelProps, 'plan' | 'error'>) {
  return (
    <Group gap="xs">
      <Button variant="default" onClick={onDiscard} disabled={isApplying}>
        {i18n.t('Discard')}
      </Button>
      {isConflict ? (
        <Button onClick={onPlanAgain}>{i18n.t('Plan again')}</Button>
      ) : (
        <Button onClick={onApply} disabled={isApplying} miw={90}>
          {isApplying ? i18n.t('Applying') : i18n.t('Apply')}
        </Button>
      )}
    </Group>
  );
}

/** `/clients/orders/scope` without its section, as a path of names. */
const shortPath = (path: string) =>
  path
    .split('/')
    .slice(2)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ');

const print = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

function ChangeView({ change: { path, action, from, to } }: { change: Change }) {
  return (
    <div className={classes['change']} data-action={action}>
      <p>
        <span>{i18n.t(ACTIONS[action])}</span>
        <code>
          <bdi>{shortPath(path) || path}</bdi>
        </code>
      </p>
      {action !== 'Add' && (
        <del>
          <pre>{from === null ? i18n.t('not shown') : print(from)}</pre>
        </del>
      )}
      {action !== 'Remove' && (
        <ins>
          <pre>{to === null ? 'null' : print(to)}</pre>
        </ins>
      )}
    </div>
  );
}
