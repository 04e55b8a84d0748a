/** @type {(() => Promise<void>)[]} */
const actions = [];

/**
 * Registers an action to run after the last hook of the current test file. Modules are loaded once for all files of a worker, so their own
 * hooks could not clean up what they keep for a file.
 *
 * @param {() => Promise<void>} action
 */
export function onFileEnd(action) {
  actions.push(action);
}

export async function endFile() {
  await Promise.all(actions.splice(0).map((action) => action()));
}
