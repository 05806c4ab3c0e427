/**
 * A telephone number without what people put between its digits: outside it is E.164. What a merchant reads back stays as it
 * was sent.
 *
 * @see docs/protocol.md#validation-data
 */
export function phoneDigits(phone: string | null): string | null {
  return phone === null ? null : phone.replace(/[ .()-]/g, '')
}
