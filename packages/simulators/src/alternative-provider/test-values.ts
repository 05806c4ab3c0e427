import type { ProcessingCode } from '@sluice/types/vocabulary'

/**
 * The BLIK codes with a meaning; `x` stands for any digit. Every other code is invalid or expired.
 *
 * @see docs/protocol/simulators.md#provider-pages
 */
export const BLIK_CODES: readonly { readonly code: string; readonly processingCode: ProcessingCode }[] = [
  { code: '777xxx', processingCode: '0000' },
  { code: '999000', processingCode: '0000' },
  { code: '960111', processingCode: '1004' },
  { code: '990111', processingCode: '4201' },
  { code: '902111', processingCode: '1000' },
  { code: '912111', processingCode: '1000' },
  { code: '927111', processingCode: '1000' },
  { code: '969111', processingCode: '1000' },
  { code: '989111', processingCode: '1005' },
  { code: '949111', processingCode: '1005' },
  { code: '934111', processingCode: '1003' },
  { code: '956111', processingCode: '1001' },
  { code: '961111', processingCode: '1001' },
]

/** Returns the outcome of a BLIK code, or null for a code that no bank issued. */
export function findBlikCode(code: string): ProcessingCode | null {
  const shape = [...code]
  const row = BLIK_CODES.find(
    (known) =>
      known.code.length === shape.length && shape.every((digit, at) => isDigitOf(digit, known.code[at])),
  )
  return row?.processingCode ?? null
}

/** `x` stands for any digit. */
function isDigitOf(digit: string, pattern: string | undefined): boolean {
  return pattern === 'x' ? /^[0-9]$/.test(digit) : digit === pattern
}

/** The UPI addresses with a meaning, at either of {@link VPA_HANDLES}; 1002 stays open. */
export const VPA_NAMES: readonly { readonly name: string; readonly processingCode: ProcessingCode }[] = [
  { name: 'success', processingCode: '0000' },
  { name: 'failure', processingCode: '1000' },
  { name: 'pending', processingCode: '1002' },
]

export const VPA_HANDLES = ['upi', 'razorpay'] as const

/** Returns the outcome of a UPI address, or null if its owner decides on the page. */
export function findVpa(vpa: string): ProcessingCode | null {
  const [name = '', handle = ''] = vpa.toLowerCase().split('@', 2)
  if (!VPA_HANDLES.some((known) => known === handle)) return null
  return VPA_NAMES.find((known) => known.name === name)?.processingCode ?? null
}

/** The course of a payout: its first code, and the one that follows three seconds later. */
export interface PayoutOutcome {
  readonly at: ProcessingCode
  readonly later: ProcessingCode | null
}

/** The account numbers of beneficiaries with a meaning. */
export const PAYOUT_ACCOUNTS: readonly (PayoutOutcome & { readonly accountNumber: string })[] = [
  { accountNumber: '123456789001', at: '1002', later: '0000' },
  { accountNumber: '123456789005', at: '1002', later: '1001' },
  { accountNumber: '123456789006', at: '1002', later: null },
  { accountNumber: '123456789003', at: '1000', later: null },
  { accountNumber: '123456789004', at: '0000', later: null },
]

const ANY_OTHER_ACCOUNT: PayoutOutcome = { at: '1002', later: '0000' }

export function findPayoutOutcome(accountNumber: string): PayoutOutcome {
  return PAYOUT_ACCOUNTS.find((row) => row.accountNumber === accountNumber) ?? ANY_OTHER_ACCOUNT
}
