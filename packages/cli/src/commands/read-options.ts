import { CommandRefusal, EXIT } from '../admin-client/exit-codes.ts'
import type { CommandCall } from './command.ts'

type Options = CommandCall['options']

/** Returns the text of an option, or undefined if it is absent. */
export function readText(options: Options, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * Returns the whole number of an option, or undefined if it is absent.
 *
 * @throws {CommandRefusal} for anything else, and for more digits than that.
 */
export function readNumber(options: Options, name: string, digitsMax: number): number | undefined {
  const text = readText(options, name)
  if (text === undefined) return undefined
  if (!/^[0-9]+$/.test(text) || text.length > digitsMax)
    throw new CommandRefusal(
      `--${name} must be a whole number of at most ${digitsMax} digits (got ${text}).`,
      EXIT.misused,
    )
  return Number(text)
}

/** Amounts in minor units are exact below this limit. */
const AMOUNT_DIGITS_MAX = 15

/**
 * Returns the minor units of --amount, or undefined if it is absent.
 *
 * @throws {CommandRefusal} for anything else, such as an amount with a decimal point.
 */
export function readAmount(options: Options): number | undefined {
  const text = readText(options, 'amount')
  if (text === undefined) return undefined
  if (!/^[0-9]+$/.test(text) || text.length > AMOUNT_DIGITS_MAX)
    throw new CommandRefusal(
      `--amount must be a whole number of minor units: 1250 is 12.50 EUR (got ${text}).`,
      EXIT.misused,
    )
  return Number(text)
}

/** Far above the number that anyone reads or pipes. */
const LIMIT_DIGITS_MAX = 6

/**
 * Returns the value of --limit, or undefined if it is absent.
 *
 * @throws {CommandRefusal} for anything but a whole number from 1.
 */
export function readLimit(options: Options): number | undefined {
  const limit = readNumber(options, 'limit', LIMIT_DIGITS_MAX)
  if (limit === 0) throw new CommandRefusal('--limit must be at least 1 (got 0).', EXIT.misused)
  return limit
}
