import { ApiProblem } from '../api/problem.js';
import { toField } from './violations.js';
import classes from './form-problem.module.css';

/** Says above a form why the server refused it. Violations of fields are shown at the fields; those without a field stand here. */
export function FormProblem({ error, fields }: { error: Error | null; fields?: readonly string[] }) {
  if (!error) return null;
  const violations = error instanceof ApiProblem ? error.violations : [];
  const others = violations.filter(({ pointer }) => pointer === '' || (fields && !fields.includes(toField(pointer).split('.')[0] ?? '')));
  if (violations.length > 0 && others.length === 0) return null;
  return (
    <div className={classes['problem']} role="alert">
      {others.length === 0 && error.message}
      {others.map(({ pointer, detail }) => (
        <p key={pointer + detail}>
          {pointer && <code>{pointer}</code>} {detail}
        </p>
      ))}
    </div>
  );
}
