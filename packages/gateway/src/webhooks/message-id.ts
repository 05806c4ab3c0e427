import type { Random } from '@sluice/platform/kernel/random'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const MESSAGE_ID_CHARS = 27
/** The largest multiple of 62 that fits a byte: bytes from it on are thrown away, so every character is as likely. */
const UNBIASED_BELOW = 248

/** Makes a `webhook-id`: `msg_` and 27 base62 characters (160 bits). */
export function makeMessageId(random: Random): string {
  let text = ''
  while (text.length < MESSAGE_ID_CHARS) {
    for (const byte of random.bytes(MESSAGE_ID_CHARS)) {
      if (byte < UNBIASED_BELOW && text.length < MESSAGE_ID_CHARS) text += BASE62.charAt(byte % BASE62.length)
    }
  }
  return `msg_${text}`
}
