/** `npm start`: PostgreSQL, migrations and both applications on this machine. */
import './require-node.mjs';

const { start } = await import('./start/main.mjs').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error(`The packages are not installed: run "npm ci" first (${error.message})`);
  return process.exit(1);
});
process.exit(await start());
