import type { Transaction } from '@sluice/types'

import { CommandRefusal, EXIT } from '../exit-codes.ts'
import type { ConnectedGateway } from '../gateway.ts'

/**
 * Finds a transaction of the merchant.
 *
 * @throws {CommandRefusal} when there is none with the id.
 */
export async function findPayment({ client }: ConnectedGateway, id: string): Promise<Transaction> {
  const { transaction } = await client.transactions.status(id)
  if (transaction === null) throw new CommandRefusal(`This merchant has no transaction ${id}.`, EXIT.refused)
  return transaction
}
