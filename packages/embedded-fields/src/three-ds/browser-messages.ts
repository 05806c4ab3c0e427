/**
 * Returns the form fields that a browser posts to an ACS: base64url of JSON in the order EMV 3DS lists the members.
 *
 * @see docs/protocol/three-ds.md#fingerprint
 * @see docs/protocol/three-ds.md#challenge
 */
export function encodeMethodData(options: {
  readonly threeDsServerTransId: string
  readonly notificationUrl: string
}): string {
  return encodeMessage({
    threeDSServerTransID: options.threeDsServerTransId,
    threeDSMethodNotificationURL: options.notificationUrl,
  })
}

export function encodeChallengeRequest(options: {
  readonly threeDsServerTransId: string
  readonly acsTransId: string
  readonly messageVersion: string
  readonly windowSize: string
}): string {
  return encodeMessage({
    threeDSServerTransID: options.threeDsServerTransId,
    acsTransID: options.acsTransId,
    messageVersion: options.messageVersion,
    messageType: 'CReq',
    challengeWindowSize: options.windowSize,
  })
}

function encodeMessage(message: Readonly<Record<string, string>>): string {
  const bytes = new TextEncoder().encode(JSON.stringify(message))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

export interface WindowMessage {
  readonly type: string
  readonly threeDsServerTransId: string | null
  readonly transStatus: string | null
}

/**
 * Reads what our notification pages report to the window around them: a string of JSON, or the object itself.
 *
 * @returns Null for everything else; other scripts use window messages too.
 * @see docs/protocol/three-ds.md#challenge-notification
 */
export function readWindowMessage(data: unknown): WindowMessage | null {
  const message = typeof data === 'string' ? parseJson(data) : data
  if (typeof message !== 'object' || message === null) return null
  const members = message as Readonly<Record<string, unknown>>
  const type = members['type']
  if (typeof type !== 'string') return null
  return {
    type,
    threeDsServerTransId: textOrNull(members['three_ds_server_trans_id']),
    transStatus: textOrNull(members['trans_status']),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
