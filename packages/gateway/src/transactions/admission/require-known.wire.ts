import type { Customer } from '../../customers/index.ts'
import type { Terminal } from '../../merchants/index.ts'
import { customerNotFound, tokenizationNotSupported } from '../answer/refusals.wire.ts'

/** The lookups for what a request names. */
export interface KnownRecords {
  readonly customers: {
    readonly find: (merchantId: string, customerId: string) => Promise<Customer | null>
  }
  readonly findTerminal: (merchantId: string, terminalId: string) => Promise<Terminal | null>
}

/** Returns the stored customer that the request names; null if it names none. Rejects an unknown id. */
export async function requireCustomer(
  { customers }: Pick<KnownRecords, 'customers'>,
  merchantId: string,
  customerId: string | undefined,
  property = 'customer.id',
): Promise<Customer | null> {
  if (customerId === undefined) return null
  const customer = await customers.find(merchantId, customerId)
  if (customer === null) throw customerNotFound(property, customerId)
  return customer
}

/** The methods whose card can be saved. */
const SAVEABLE_METHODS: ReadonlySet<string> = new Set(['card', 'saved_card'])

/**
 * Rejects saving on a terminal without the feature, and with methods other than cards. An unknown terminal is
 * rejected later.
 */
export async function requireTokenization(
  { findTerminal }: Pick<KnownRecords, 'findTerminal'>,
  merchantId: string,
  request: { readonly terminal_id: string; readonly payment_method: { readonly type: string } },
): Promise<void> {
  if (!SAVEABLE_METHODS.has(request.payment_method.type)) throw tokenizationNotSupported()
  const terminal = await findTerminal(merchantId, request.terminal_id)
  if (terminal !== null && !terminal.features.has('TOKENIZATION')) throw tokenizationNotSupported()
}
