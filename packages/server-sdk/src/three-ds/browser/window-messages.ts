/** Messages from the pages of a challenge to the window around them. */
export interface WindowMessage {
  readonly transStatus: string
}

/**
 * Listens for one message of a step. All other window messages are ignored: other origins, other frames, other types,
 * other payments, and invalid messages.
 *
 * @returns a function that stops listening.
 */
export function onWindowMessage(
  expected: {
    readonly type: 'FINGERPRINT_RESPONSE' | 'CHALLENGE_RESPONSE'
    readonly threeDsServerTransId: string
    readonly origins: readonly string[]
    readonly frame: HTMLIFrameElement
  },
  onMessage: (message: WindowMessage) => void,
): () => void {
  const listen = (event: MessageEvent<unknown>) => {
    if (event.source !== expected.frame.contentWindow || !expected.origins.includes(event.origin)) return
    const members = readMembers(event.data)
    if (members['type'] !== expected.type) return
    if (members['three_ds_server_trans_id'] !== expected.threeDsServerTransId) return
    const transStatus = members['trans_status']
    onMessage({ transStatus: typeof transStatus === 'string' ? transStatus : 'U' })
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}

/** A string of JSON, or the object itself. */
function readMembers(data: unknown): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = typeof data === 'string' ? JSON.parse(data) : data
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** @throws {TypeError} when it is no address that a browser may be sent to, `javascript:` among them. */
export function readOrigin(address: string): string {
  const { protocol, origin } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('not an http(s) address')
  return origin
}
