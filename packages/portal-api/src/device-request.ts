import { makeCapability, type Random } from '@sluice/platform/kernel/random'

import type { AuthenticatedPerson } from './portal-login.ts'
import type { SessionsOf } from './portal-session.ts'

/** A program at a device that waits for a person to say that it may act for them (RFC 8628). */
export interface DeviceRequest {
  /** SHA-256 of the device code, which the program alone knows. */
  readonly deviceHash: Buffer
  /** The code that the person compares and types. */
  readonly userCode: string
  /** The names that the program gives itself and its machine; unverified. */
  readonly name: string
  /** The address of the client, as the gateway sees it. */
  readonly address: string
  /** Epoch milliseconds. */
  readonly expiresAtMs: number
}

/** The response to a program that polls. */
export type DeviceAnswer =
  | { readonly kind: 'approved'; readonly login: AuthenticatedPerson; readonly name: string }
  | { readonly kind: 'pending' | 'slow_down' | 'denied' | 'expired' | 'unknown' }

/** Programs that wait, each by the hash of its device code. */
export interface DeviceRequests {
  /** @returns false if there is no place, see {@link DEVICE_PLACES}. */
  add(request: DeviceRequest, nowMs: number): Promise<boolean>
  /** One that no person has answered and whose time is not over; null for every other. */
  find(userCode: string, nowMs: number): Promise<DeviceRequest | null>
  /** Approves with the person's login, denies with null; false if the request no longer waits. */
  answer(userCode: string, login: AuthenticatedPerson | null, nowMs: number): Promise<boolean>
  /** Revokes the person's approvals that no program has redeemed yet. */
  takeBack(person: SessionsOf): Promise<void>
  /** The state of the request; a final state is returned once, and the request is deleted. */
  take(deviceHash: Buffer, nowMs: number): Promise<DeviceAnswer>
  /** @returns how many. */
  removeExpired(nowMs: number): Promise<number>
}

/** Long enough for a person who must sign in first. */
export const DEVICE_REQUEST_MS = 10 * 60_000

/** The minimum polling interval of a program (the default of RFC 8628 §3.2). */
export const DEVICE_POLL_SECONDS = 5

/**
 * Limits the number of programs that may wait. A request proves nothing, and the holder of a /48 of IPv6 sends from
 * 65,536 blocks of /64. When all places are taken, a newcomer gets the newest place of the widest network that holds
 * most, if its own holds fewer: a crowd of one network never keeps out a person of another.
 *
 * @decision 0230
 */
export const DEVICE_PLACES = {
  /** Enough for a team that signs in from one address within ten minutes. */
  narrow: 20,
  middle: 50,
  wide: 100,
  /** Bounds the table to half a megabyte. */
  all: 1_000,
} as const

/** Capitals without vowels, so that no words occur, and without digits that look like letters (RFC 8628 §6.1). */
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

/** Returns a user code in its stored form, from what a person typed; null for invalid text. */
export function readUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  const isCode = letters.length === CODE_LENGTH && [...letters].every((letter) => LETTERS.includes(letter))
  return isCode ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null
}

export const makeDeviceCode = (random: Random): string => makeCapability(random)
