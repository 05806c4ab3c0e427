import { CHANNELS, type Channel, type EmvMessage, type Member } from './members.ts'

/** What is wrong with a member, by EMV’s own codes: 201 is missing, 203 has another format or does not belong there. */
export interface Problem {
  readonly errorCode: '201' | '203'
  readonly member: string
}

export interface Reading {
  /** Of the request that is answered; absent for messages that carry it themselves. */
  readonly channel?: Channel | undefined
  /** Likewise. */
  readonly category?: string | undefined
  /** Whether the 3DS server has added its own members, as in messages to a directory server. */
  readonly isFromServer?: boolean
}

/**
 * Checks a message by its table. It is strict: a member that the table does not have for this version and channel is
 * wrong.
 */
export function checkMessage(
  table: readonly Member[],
  message: EmvMessage,
  {
    channel = CHANNELS[String(message['deviceChannel'])],
    category = String(message['messageCategory']),
    isFromServer = false,
  }: Reading = {},
): readonly Problem[] {
  const members = table.filter(
    ({ version, channels, addedBy }) =>
      (version === undefined || version === message['messageVersion']) &&
      (channels === undefined || channel === undefined || channels.includes(channel)) &&
      (addedBy !== 'SERVER' || isFromServer),
  )
  const isMissing = (member: Member): boolean =>
    message[member.name] === undefined &&
    // Without the channel nobody can say whether its members must be there.
    (member.channels === undefined || channel !== undefined) &&
    (member.addedBy === undefined || isFromServer) &&
    isDemanded(member.presence, message, category)
  const known = new Map(members.map((member) => [member.name, member]))
  return [
    ...members.filter(isMissing).map(({ name }) => ({ errorCode: '201', member: name }) as const),
    ...Object.entries(message)
      .filter(([name, value]) => value !== undefined && !known.get(name)?.format(value))
      .map(([name]) => ({ errorCode: '203', member: name }) as const),
  ]
}

function isDemanded(presence: Member['presence'], message: EmvMessage, category: string): boolean {
  if (typeof presence === 'function') return presence(message, category)
  return presence === 'REQUIRED' || (presence === 'PAYMENT' && category === '01')
}
