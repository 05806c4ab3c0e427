import type { Locale } from '@sluice/types/vocabulary'

import type { SimulatedOrder } from '../order.ts'
import type { Complaint } from '../press-button.ts'

/** What a page of an open order is made of. */
export interface OrderView {
  readonly order: SimulatedOrder
  readonly locale: Locale
  readonly complaint: Complaint | null
  /** Absolute address of the page, where its forms go. */
  readonly url: string
  /** What the shopper chose on an earlier page. */
  readonly bank: string | null
  readonly step: string | null
}
