import type { Locale } from '@sluice/types/vocabulary'

import type { SimulatedOrder } from '../order.ts'
import type { Complaint } from '../press-button.ts'

/** The data of an open order's page. */
export interface OrderView {
  readonly order: SimulatedOrder
  readonly locale: Locale
  readonly complaint: Complaint | null
  /** The absolute address of the page, to which its forms are sent. */
  readonly url: string
  /** The shopper's choice on an earlier page. */
  readonly bank: string | null
  readonly step: string | null
}
