import type { Format } from './formats.ts'

/** A message of EMV 3-D Secure as it travels. */
export type EmvMessage = Readonly<Record<string, unknown>>

export type Channel = 'APP' | 'BRW' | '3RI'
export type Version = '2.1.0' | '2.2.0'

/** `deviceChannel`. */
export const CHANNELS: Readonly<Record<string, Channel>> = { '01': 'APP', '02': 'BRW', '03': '3RI' }

/** When a member must be there; `PAYMENT`: in messages of category 01. */
export type Presence =
  | 'REQUIRED'
  | 'OPTIONAL'
  | 'PAYMENT'
  | ((message: EmvMessage, category: string) => boolean)

/** One line of EMVCo’s tables. */
export interface Member {
  readonly name: string
  readonly format: Format
  readonly presence: Presence
  /** Absent: both. */
  readonly version?: Version
  /** Absent: all three. A member of another channel is refused. */
  readonly channels?: readonly Channel[]
  /**
   * Absent: the 3DS server’s customer sends it. `SERVER`: the 3DS server adds it, and its customer may not send it.
   * `EITHER`: the 3DS server adds what its customer leaves out.
   */
  readonly addedBy?: 'SERVER' | 'EITHER'
}

type Scope = Pick<Member, 'version' | 'channels' | 'addedBy'>

/** Writes members of one scope as lines. */
export function within(
  scope: Scope,
  lines: Readonly<Record<string, readonly [Format, Presence]>>,
): readonly Member[] {
  return Object.entries(lines).map(([name, [format, presence]]) => ({ name, format, presence, ...scope }))
}

export const is =
  (member: string, ...values: readonly unknown[]) =>
  (message: EmvMessage): boolean =>
    values.includes(message[member])

export const has =
  (member: string) =>
  (message: EmvMessage): boolean =>
    message[member] !== undefined
