import type { ReactNode } from 'react';
import classes from './form.module.css';

/** A part of a form: three to six fields under one heading. */
export function FormSection({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={classes['section']}>
      <legend>{title}</legend>
      {hint && <p className={classes['hint']}>{hint}</p>}
      {children}
    </fieldset>
  );
}

/** Two fields in one row where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={classes['pair']}>{children}</div>;
}

export const FORM_CLASS = classes['form'] ?? '';
export const MONO_CLASS = classes['mono'] ?? '';
