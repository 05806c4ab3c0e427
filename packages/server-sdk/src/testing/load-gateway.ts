import { ConfigurationError } from '../errors/configuration-error.ts'

/**
 * The Node versions that the gateway's manifest requires. Its database is a native module, which ends an older Node
 * without a word.
 */
const NODE_MIN = { major: 22, minor: 18 }

/**
 * Refuses a Node that is too old for the gateway.
 *
 * @param version - of Node, `22.18.0`.
 * @throws When it is older than 22.18. {@link ConfigurationError}
 */
export function requireNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOldEnough = major > NODE_MIN.major || (major === NODE_MIN.major && minor >= NODE_MIN.minor)
  if (!isOldEnough)
    throw new ConfigurationError(
      'node',
      `must be ${NODE_MIN.major}.${NODE_MIN.minor} or newer to run the gateway; this is ${version}. ` +
        'Run the tests on a newer Node, or start the gateway elsewhere and use its address',
    )
}

/**
 * Loads the gateway, an optional peer: test cards and mocks do not need it.
 *
 * @throws When Node is too old. {@link ConfigurationError}
 * @throws {Error} when it is not installed; the message says how to get it.
 */
export async function loadGateway() {
  requireNode()
  try {
    return await import('@sluice/gateway')
  } catch (cause) {
    throw new Error(
      'createTestGateway runs the real gateway: install @sluice/gateway as a development dependency.',
      { cause },
    )
  }
}
