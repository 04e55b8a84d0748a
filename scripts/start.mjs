/** `npm start`: PostgreSQL, migrations and both applications on this machine. What runs before the check below must suit any Node.js. */
const NEEDED = [22, 12];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < Number(NEEDED[0]) || (major === NEEDED[0] && minor < Number(NEEDED[1]))) {
  console.error(
    `Latchkey needs Node.js ${NEEDED.join('.')} or newer and this is ${process.version}: "npm ci" brings one, which "npm start" uses`,
  );
  process.exit(1);
}

const { start } = await import('./start/main.mjs').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error(`The packages are not installed: run "npm ci" first (${error.message})`);
  return process.exit(1);
});
process.exit(await start());
