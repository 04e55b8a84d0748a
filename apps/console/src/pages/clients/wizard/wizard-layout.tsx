import { useEffect, useRef, type ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowRight, IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import logo from '../../../icon.svg';
import { message } from '../../../messages/message.js';
import type { StepName } from './draft.js';
import classes from './wizard.module.css';

export const STEP_TITLES: Record<StepName, string> = {
  what: message('What do you build?'),
  names: message('Name and addresses'),
  access: message('Access to APIs'),
  proof: message('How it proves itself'),
  code: message('Ready code'),
};

interface WizardLayoutProps {
  domain: string;
  title: string;
  steps: readonly StepName[];
  step: StepName;
  /** Whether the client was created. */
  isDone: boolean;
  isSaving: boolean;
  onStep: (step: StepName) => void;
  onNext: () => void;
  onBack: (() => void) | undefined;
  aside: ReactNode;
  children: ReactNode;
}

/** A window of its own: the steps at the left, the choice in the middle, "in short" at the right. */
export function WizardLayout(props: WizardLayoutProps) {
  const { domain, title, step, isDone, isSaving, onNext, aside, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${title} · Latchkey`;
  }, [title]);
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
    body.current?.scrollTo(0, 0);
  }, [step]);
  return (
    <div className={classes['layer']} data-wizard>
      <Head domain={domain} />
      <form
        className={classes['body']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDone && !isSaving) onNext();
        }}
      >
        <div className={classes['scroll']} ref={body}>
          <StepList {...props} />
          <div className={classes['middle']}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {children}
          </div>
        </div>
        <aside className={classes['aside']}>{aside}</aside>
        {!isDone && <Foot {...props} />}
      </form>
    </div>
  );
}

function Head({ domain }: { domain: string }) {
  return (
    <header className={classes['head']}>
      <img src={logo} alt="" width={26} height={26} />
      <strong>{i18n.t('Create client')}</strong>
      <span>{domain}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={i18n.t('Close')}
        renderRoot={(rest) => <Link to="/d/$domain/clients" params={{ domain }} {...rest} />}
      >
        <IconX size={19} stroke={1.6} aria-hidden />
      </ActionIcon>
    </header>
  );
}

function StepList({ steps, step, isDone, onStep }: WizardLayoutProps) {
  const current = steps.indexOf(step);
  return (
    <nav className={classes['steps']} aria-label={i18n.t('Steps')}>
      <ol>
        {steps.map((name, index) => (
          <li key={name} aria-current={name === step ? 'step' : undefined} data-done={index < current || isDone || undefined}>
            <button type="button" disabled={isDone || index >= current} onClick={() => onStep(name)}>
              <span>{index < current || isDone ? <IconCheck size={14} stroke={2.4} aria-label={i18n.t('Completed')} /> : index + 1}</span>
              {i18n.t(STEP_TITLES[name])}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Foot({ domain, step, isSaving, onBack }: WizardLayoutProps) {
  return (
    <div className={classes['foot']}>
      <span>{i18n.t('Nothing is saved until the last step')}</span>
      {onBack ? (
        <Button variant="default" onClick={onBack} disabled={isSaving}>
          {i18n.t('Back')}
        </Button>
      ) : (
        <Button variant="default" renderRoot={(rest) => <Link to="/d/$domain/clients" params={{ domain }} {...rest} />}>
          {i18n.t('Cancel')}
        </Button>
      )}
      {step === 'code' ? (
        <Button type="submit" disabled={isSaving} miw={128}>
          {isSaving ? i18n.t('Saving') : i18n.t('Create client')}
        </Button>
      ) : (
        <Button type="submit" rightSection={<IconArrowRight size={16} aria-hidden />}>
          {i18n.t('Next')}
        </Button>
      )}
    </div>
  );
}
