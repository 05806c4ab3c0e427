import type { MethodOrder } from '@sluice/embedded-fields/parts'
import type { ClientSession } from '@sluice/types'
import type { Localizer } from '../page/localizer.ts'

/** Options that every payment method shares. */
export interface PaymentViewOptions {
  readonly session: ClientSession
  readonly localizer: Localizer
  /** The current time by the gateway's clock. */
  readonly now: () => number
  /** Enter was pressed in a field. */
  readonly onSubmit: () => void
  /** The shopper removes a saved card. @returns whether it is gone. */
  readonly onRemove: (paymentMethodId: string) => Promise<boolean>
  /** A way was chosen that is confirmed elsewhere. */
  readonly onElsewhere: (order: MethodOrder) => void
}
