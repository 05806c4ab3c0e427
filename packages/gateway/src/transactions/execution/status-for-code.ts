import type { ProcessingCode, TransactionStatus } from '@sluice/types/vocabulary'

/** Codes whose status is not that of their first digit. */
const EXCEPTIONS: Readonly<Partial<Record<ProcessingCode, TransactionStatus>>> = {
  '0000': 'APPROVED',
  '1002': 'PENDING',
  '1003': 'CANCELED',
  '1005': 'SESSION_EXPIRED',
  // The issuer answered this after checking the card: a decline, not a mistake in the request.
  '2001': 'DECLINED',
  '2002': 'DECLINED',
  '2003': 'DECLINED',
  '2005': 'DECLINED',
  '2006': 'DECLINED',
  '2020': 'DECLINED',
}

/**
 * Returns the status of a transaction that a provider or an authentication ended with this code.
 *
 * If a rule of the gateway refuses a request before the provider is called, the status is INVALID with every code.
 */
export function statusForCode(code: ProcessingCode): TransactionStatus {
  return EXCEPTIONS[code] ?? (code.startsWith('2') ? 'INVALID' : 'DECLINED')
}
