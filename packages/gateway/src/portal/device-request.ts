import { makeCapability, type Random } from '../kernel/random.ts'
import type { PortalLogin } from './portal-login.ts'

/** A program at a device that waits for a person to say that it may act for them (RFC 8628). */
export interface DeviceRequest {
  /** SHA-256 of the device code, which the program alone knows. */
  readonly deviceHash: Buffer
  /** What the person compares and types. */
  readonly userCode: string
  /** What the program calls itself and its machine; nothing proves that. */
  readonly name: string
  /** Of the client, as the gateway sees it. */
  readonly address: string
  /** Epoch milliseconds. */
  readonly expiresAtMs: number
}

/** What a program gets that asks again. */
export type DeviceAnswer =
  | { readonly kind: 'approved'; readonly login: PortalLogin; readonly name: string }
  | { readonly kind: 'pending' | 'slow_down' | 'denied' | 'expired' | 'unknown' }

/** Programs that wait, each by the hash of its device code. */
export interface DeviceRequests {
  add(request: DeviceRequest): Promise<void>
  /** How many wait, of the block that the address is in, and of all. */
  count(address: string, nowMs: number): Promise<{ readonly ofBlock: number; readonly all: number }>
  /** One that no person has answered and whose time is not over; null for every other. */
  find(userCode: string, nowMs: number): Promise<DeviceRequest | null>
  /** Approves with the person's login, denies with null; false when there is nothing to answer any more. */
  answer(userCode: string, login: PortalLogin | null, nowMs: number): Promise<boolean>
  /** What became of it; an end is told once, and the request is gone. */
  take(deviceHash: Buffer, nowMs: number): Promise<DeviceAnswer>
  /** @returns how many. */
  removeExpired(nowMs: number): Promise<number>
}

/** As long as a person takes who has to sign in first. */
export const DEVICE_REQUEST_MS = 10 * 60_000

/** A program may ask so often (RFC 8628 §3.2, whose default this is). */
export const DEVICE_POLL_SECONDS = 5

/** Of one IPv4 address or IPv6 /64: a team behind one network's address does not sign in more often than that in ten minutes. */
export const DEVICES_PER_BLOCK = 20

/** Of all addresses together, half a megabyte of rows: a request proves nothing. */
export const DEVICES_MAX = 1_000

/** Without vowels, so that no words come up; in capitals, and without digits that look like letters (RFC 8628 §6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/** 34 bits: of a thousand open codes, ten minutes long, a guess finds one in 25 million. */
const CODE_LENGTH = 8

/** A new user code: `BCDF-GHJK`. */
export function makeUserCode(random: Random): string {
  // Bytes that would make some letters likelier than others are left out.
  const fair = 256 - (256 % LETTERS.length)
  let code = ''
  while (code.length < CODE_LENGTH)
    for (const byte of random.bytes(CODE_LENGTH))
      if (byte < fair && code.length < CODE_LENGTH) code += LETTERS.charAt(byte % LETTERS.length)
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** A user code as it is stored, from what a person typed; null for what can be none. */
export function readUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  const isCode = letters.length === CODE_LENGTH && [...letters].every((letter) => LETTERS.includes(letter))
  return isCode ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null
}

export const makeDeviceCode = (random: Random): string => makeCapability(random)
