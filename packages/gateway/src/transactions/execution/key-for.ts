/** The longest key that a provider has to accept, unless its declaration says less. */
export const KEY_MAX_CHARS = 40

/** The suffixes that distinguish the keys of further calls about an attempt. */
const SUFFIXES = { preparation: '_p', cancellation: '_c' } as const

const SUFFIX_CHARS = 2
const HEX_CHARS = 32
/** 128 bits in letters of both cases and digits. */
const SHORT_CHARS = 22

/** The shortest keys that no two calls share. */
export const KEY_MIN_CHARS = SHORT_CHARS + SUFFIX_CHARS

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(ALPHABET.length)

/**
 * Writes a UUID as the idempotency key of a call: letters and digits only, which every provider accepts. Two UUIDs never
 * have the same key, however short the key has to be.
 *
 * @param uuid - in its usual form, lower case with hyphens.
 * @param maxChars - as the provider declares, at least {@link KEY_MIN_CHARS}.
 */
export function keyFor(uuid: string, maxChars = KEY_MAX_CHARS): string {
  const hex = uuid.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(hex)) throw new Error(`${uuid} is no UUID`)
  if (maxChars >= HEX_CHARS + SUFFIX_CHARS) return hex
  if (maxChars < KEY_MIN_CHARS) throw new Error(`Keys of ${maxChars} characters would not be unique`)
  let rest = BigInt(`0x${hex}`)
  let key = ''
  for (let place = 0; place < SHORT_CHARS; place += 1) {
    key = (ALPHABET[Number(rest % BASE)] ?? '') + key
    rest /= BASE
  }
  return key
}

/** Returns the key of a further call about an attempt: the same for every repetition. */
export function furtherKey(attemptKey: string, call: FurtherCall): string {
  return attemptKey + SUFFIXES[call]
}

/** A call about an attempt, other than the one that moves its money. */
type FurtherCall = keyof typeof SUFFIXES

/** Returns the attempt that a key belongs to. `further` names the additional call that the key is for; null if the key is the attempt's own. */
export function attemptOf(key: string): { readonly attemptId: string; readonly further: FurtherCall | null } {
  const calls = Object.keys(SUFFIXES) as FurtherCall[]
  const further = calls.find((call) => key.endsWith(SUFFIXES[call])) ?? null
  return { attemptId: further === null ? key : key.slice(0, -SUFFIX_CHARS), further }
}

/** Returns the UUID of a key; keys of earlier versions are UUIDs. */
export function uuidOf(key: string): string {
  const hex = key.length === SHORT_CHARS ? hexOf(key) : key.replaceAll('-', '')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function hexOf(key: string): string {
  const value = [...key].reduce((sum, letter) => sum * BASE + BigInt(ALPHABET.indexOf(letter)), 0n)
  return value.toString(16).padStart(HEX_CHARS, '0')
}
