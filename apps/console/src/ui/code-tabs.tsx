import { useState } from 'react';
import { i18n } from '@lingui/core';
import { CopyButton } from './copy-button.js';
import classes from './code-tabs.module.css';

/** Code in several languages, ready to paste. */
export function CodeTabs({ title, codes }: { title: string; codes: Record<string, string> }) {
  const [language, setLanguage] = useState(Object.keys(codes)[0] ?? '');
  const code = codes[language] ?? '';
  return (
    <section className={classes['box']} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <CopyButton value={code} label={i18n.t('Copy the code')} />
      </header>
      <div className={classes['languages']} role="group" aria-label={i18n.t('Language')}>
        {Object.keys(codes).map((name) => (
          <button key={name} type="button" aria-pressed={name === language} onClick={() => setLanguage(name)}>
            {name}
          </button>
        ))}
      </div>
      <pre tabIndex={0}>{code}</pre>
    </section>
  );
}
