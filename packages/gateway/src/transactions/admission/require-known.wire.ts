import type { Customer } from '../../customers/index.ts'
import type { Terminal } from '../../merchants/index.ts'
import { customerNotFound, tokenizationNotSupported } from '../answer/refusals.wire.ts'

/** Where what a request names is looked up. */
export interface KnownRecords {
  readonly customers: {
    readonly find: (merchantId: string, customerId: string) => Promise<Customer | null>
  }
  readonly findTerminal: (merchantId: string, terminalId: string) => Promise<Terminal | null>
}

/** The stored customer who is named; null when none is. Refuses one who does not exist. */
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

/** Methods whose card can be paid with again. */
const SAVEABLE_METHODS: ReadonlySet<string> = new Set(['card', 'saved_card'])

/** Refuses to save where the terminal does not, and what is no card. An unknown terminal is told of later. */
export async function requireTokenization(
  { findTerminal }: Pick<KnownRecords, 'findTerminal'>,
  merchantId: string,
  request: { readonly terminal_id: string; readonly payment_method: { readonly type: string } },
): Promise<void> {
  if (!SAVEABLE_METHODS.has(request.payment_method.type)) throw tokenizationNotSupported()
  const terminal = await findTerminal(merchantId, request.terminal_id)
  if (terminal !== null && !terminal.features.has('TOKENIZATION')) throw tokenizationNotSupported()
}
