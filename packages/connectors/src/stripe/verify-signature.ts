import { hmacSha256, isSameSignature } from '../kit/index.ts'

/** The maximum age of a message. Stripe signs each delivery again, so that a repeated message has a current time. */
const TOLERANCE_MS = 300_000

/** The maximum number of parsed parts: one time, and a signature for each of two secrets and two schemes. */
const PARTS_MAX = 10

/**
 * Returns whether one of the endpoint's secrets signed the body, not long ago. The signature covers the time and the
 * raw bytes.
 *
 * @param header - `Stripe-Signature`: `t=<seconds>,v1=<hex>`, with a signature for each secret while one is rotated.
 */
export function isSignedByStripe(
  rawBody: Uint8Array,
  header: string | readonly string[] | undefined,
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: number },
): boolean {
  if (typeof header !== 'string') return false
  const parts = header.split(',').slice(0, PARTS_MAX)
  const valuesOf = (name: string) =>
    parts.flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []))
  const [seconds] = valuesOf('t')
  if (seconds === undefined || !/^[0-9]{1,12}$/.test(seconds)) return false
  if (Math.abs(now - Number(seconds) * 1_000) > TOLERANCE_MS) return false
  const given = valuesOf('v1').filter((text) => /^[0-9a-f]{64}$/.test(text))
  return secrets.some((secret) => {
    const expected = hmacSha256(secret, `${seconds}.`, rawBody)
    return given.some((text) => isSameSignature(Buffer.from(text, 'hex'), expected))
  })
}
