/** @type {(() => Promise<void>)[]} */
const actions = [];

/**
 * Has an action run after the last hook of the running test file. Modules are loaded once for all files of a worker, so what they keep for a file is not
 * ended by hooks of their own.
 *
 * @param {() => Promise<void>} action
 */
export function onFileEnd(action) {
  actions.push(action);
}

export async function endFile() {
  await Promise.all(actions.splice(0).map((action) => action()));
}
