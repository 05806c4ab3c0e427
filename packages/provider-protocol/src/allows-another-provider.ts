import type { ProcessingCode } from '@sluice/types/vocabulary'

/** Declines after which another provider may still approve. @see docs/protocol/resolution.md#fallback-routing */
const RETRYABLE_CODES: ReadonlySet<ProcessingCode> = new Set(['1000', '1001', '2010', '2011', '2021', '2024'])

/** Raw codes after which the card networks forbid another try, with every processing code. */
const FORBIDDEN_PROVIDER_CODES: ReadonlySet<string> = new Set([
  '04',
  '07',
  '14',
  '41',
  '43',
  '46',
  '57',
  'R0',
  'R1',
  'R3',
])

/** Returns whether the networks and the gateway's rules allow a call to another provider after this answer. */
export function allowsAnotherProvider(code: ProcessingCode, providerResponseCode: string): boolean {
  return RETRYABLE_CODES.has(code) && !FORBIDDEN_PROVIDER_CODES.has(providerResponseCode)
}
