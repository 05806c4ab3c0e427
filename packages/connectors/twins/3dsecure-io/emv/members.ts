import type { Format } from './formats.ts'

/** A message of EMV 3-D Secure, as sent. */
export type EmvMessage = Readonly<Record<string, unknown>>

export type Channel = 'APP' | 'BRW' | '3RI'
export type Version = '2.1.0' | '2.2.0'

/** `deviceChannel`. */
export const CHANNELS: Readonly<Record<string, Channel>> = { '01': 'APP', '02': 'BRW', '03': '3RI' }

/** The condition under which a member is required; `PAYMENT`: in messages of category 01. */
export type Presence =
  | 'REQUIRED'
  | 'OPTIONAL'
  | 'PAYMENT'
  | ((message: EmvMessage, category: string) => boolean)

/** One row of EMVCo’s tables. */
export interface Member {
  readonly name: string
  readonly format: Format
  readonly presence: Presence
  /** The categories; absent for both. */
  readonly version?: Version
  /** The channels; absent for all three. A member of another channel is rejected. */
  readonly channels?: readonly Channel[]
  /**
   * The sender; absent for the 3DS server’s customer. `SERVER`: the 3DS server adds it, and its customer must not
   * send it. `EITHER`: the 3DS server adds it if its customer omits it.
   */
  readonly addedBy?: 'SERVER' | 'EITHER'
}

type Scope = Pick<Member, 'version' | 'channels' | 'addedBy'>

/** Builds the rows of members that share a scope. */
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
