import {
  type GatewayClient,
  isGatewayError,
  toMinorUnits,
  type Currency,
  isCurrency,
} from '@sluice/server-sdk'

/** A line of the list. The reference is its name in both houses: it pays once, however often the list is run. */
export interface PayoutLine {
  readonly reference: string
  readonly name: string
  readonly account: string
  /** Decimal text, `125.00`. */
  readonly amount: string
  readonly currency: Currency
}

/** The outcome of a line. */
export interface PaidLine {
  readonly reference: string
  /**
   * `APPROVED`, `DECLINED`, `PENDING`; `NOT SENT` or `UNKNOWN` with the reason in `note`. Run the list again for an unknown
   * outcome: the line pays once.
   */
  readonly status: string
  readonly note: string
}

/** Pays every line, one after the other. A line that fails leaves the others alone. */
export async function payList(
  client: GatewayClient,
  terminalId: string,
  lines: readonly PayoutLine[],
): Promise<readonly PaidLine[]> {
  const paid: PaidLine[] = []
  for (const line of lines) paid.push(await payLine(client, terminalId, line))
  return paid
}

async function payLine(
  client: GatewayClient,
  terminal_id: string,
  { reference, name, account, amount, currency }: PayoutLine,
): Promise<PaidLine> {
  try {
    // Safe to send again: the same reference returns the current state, and another amount under it is refused.
    const { result } = await client.transactions.createPayout({
      terminal_id,
      reference,
      description: `Payout ${reference}`,
      amount: toMinorUnits(amount, currency),
      currency,
      beneficiary: { type: 'bank_account', data: { account_name: name, account_number: account } },
    })
    return { reference, status: result?.status ?? 'PENDING', note: result?.processing_code ?? '' }
  } catch (error) {
    // The amount is no amount of the currency, 1.005 EUR for example.
    if (error instanceof RangeError) return { reference, status: 'NOT SENT', note: error.message }
    if (!isGatewayError(error)) throw error
    return { reference, status: error.outcomeUnknown ? 'UNKNOWN' : 'NOT SENT', note: error.message }
  }
}

/**
 * Reads `reference,name,account,amount,currency` lines below a head.
 *
 * @throws {Error} when a line has another number of fields or an unknown currency; the message names the line.
 */
export function readLines(csv: string): readonly PayoutLine[] {
  const [, ...rows] = csv.trim().split('\n')
  return rows.map((row, index) => {
    const [reference, name, account, amount, currency, ...more] = row.split(',').map((field) => field.trim())
    if (!reference || !name || !account || !amount || !currency || more.length > 0)
      throw new Error(`Line ${index + 2} needs reference, name, account, amount and currency: ${row}`)
    if (!isCurrency(currency)) throw new Error(`Line ${index + 2}: ${currency} is not an ISO 4217 currency`)
    return { reference, name, account, amount, currency }
  })
}
