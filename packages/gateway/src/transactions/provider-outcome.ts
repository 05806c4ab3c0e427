import type { ProcessingCode } from '@sluice/types/vocabulary'

/** What the provider decided. A decline is a result; an outcome that is not known is thrown as an error. */
export interface ProviderOutcome {
  readonly processingCode: ProcessingCode
  /** Raw values of the provider, for logs and support only. */
  readonly providerResponseCode: string
  readonly providerResponseMessage: string
  readonly approvalCode: string | null
  /** 12 digits. */
  readonly referenceNumber: string | null
  /** Six-digit system trace audit number. */
  readonly systan: number | null
  /** Whether another provider may be tried after this decline. */
  readonly retryable: boolean
}
