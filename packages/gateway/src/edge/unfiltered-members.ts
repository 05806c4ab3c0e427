// Ciphertext, Base64 and browser data can contain any character sequence.
const UNFILTERED_MEMBERS: ReadonlySet<string> = new Set([
  'gwallet_pay_token',
  'payment_data',
  'fingerprint_result',
  'browser_info',
])

/** Members that the edge filter does not check, because their schemas do. @see docs/protocol/origins.md#edge-filter */
export function isUnfiltered(member: string): boolean {
  return (
    UNFILTERED_MEMBERS.has(member) ||
    member.startsWith('encrypted_') ||
    member === 'url' ||
    member.endsWith('_url')
  )
}
