/**
 * The gateway is an optional peer: whoever only wants test cards or mocks need not install it.
 *
 * @throws {Error} when it is not installed; the message says how to get it.
 */
export async function loadGateway() {
  try {
    return await import('@sluice/gateway')
  } catch (cause) {
    throw new Error(
      'createTestGateway runs the real gateway: install @sluice/gateway as a development dependency.',
      { cause },
    )
  }
}
