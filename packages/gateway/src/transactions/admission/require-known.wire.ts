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

/** Refuses a customer who does not exist; who names none is not asked. */
export async function requireCustomer(
  { customers }: Pick<KnownRecords, 'customers'>,
  merchantId: string,
  customerId: string | undefined,
  property = 'customer.id',
): Promise<void> {
  if (customerId === undefined || (await customers.find(merchantId, customerId)) !== null) return
  throw customerNotFound(property, customerId)
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
