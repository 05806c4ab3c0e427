import { CHANNELS, type Channel, type EmvMessage, type Member } from './members.ts'

/** The error of a member, by EMV’s own codes: 201 is missing, 203 has an invalid format or is not allowed here. */
export interface Problem {
  readonly errorCode: '201' | '203'
  readonly member: string
}

export interface Reading {
  /** The channel of the request that is answered; absent for messages that contain it themselves. */
  readonly channel?: Channel | undefined
  /** The same for the message category. */
  readonly category?: string | undefined
  /** Whether the 3DS server has added its own members, as in messages to a directory server. */
  readonly isFromServer?: boolean
}

/**
 * Checks a message by its table. The check is strict: a member that the table does not list for this version and
 * channel is an error.
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
    // Without the channel, it is unknown whether its members are required.
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
