import { useEffect, useState } from 'react';
import { useShownRequest } from '../api/request-log.js';
import { RequestBar } from './request-bar.js';
import classes from './request-line.module.css';

/** The request behind the page: the one that "Save" will send, or the last one that was sent. Ctrl-. opens the whole of it. */
export function RequestLine() {
  const request = useShownRequest();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key === '.' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        setOpen((open) => !open);
      }
    };
    window.addEventListener('keydown', toggle);
    return () => window.removeEventListener('keydown', toggle);
  }, []);
  if (!request) return <footer className={classes['line']} />;
  return (
    <footer className={classes['line']}>
      <RequestBar request={request} isOpen={isOpen} onOpen={setOpen} />
    </footer>
  );
}
