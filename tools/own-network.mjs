/** Runs a command in a network of its own and with mounts of its own, which nothing outside can see. */
import { run } from './stage.mjs'

const SET_UP = 'ip link set lo up && SLUICE_OWN_NETWORK=1 exec "$@"'

/**
 * @param {readonly string[]} command
 * @returns {Promise<readonly string[]>} the unchanged command if that requires rights or programs that this process
 * lacks
 */
export async function inOwnNetwork(command) {
  const inside = ['unshare', '--net', '--mount', 'sh', '-c', SET_UP, 'sh']
  try {
    const [program = '', ...args] = inside
    await run(program, [...args, 'ip', 'link', 'add', 'sluice', 'type', 'bridge'])
    return [...inside, ...command]
  } catch {
    return command
  }
}
