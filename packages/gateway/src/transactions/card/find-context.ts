import type { CardPorts, Progress } from './card-context.ts'

/** Returns the data for the 3DS server that the payment itself does not contain. */
export async function findContext(
  { findThreeDsSettings, metadataFor }: Pick<CardPorts, 'findThreeDsSettings' | 'metadataFor'>,
  { transaction, attempt, card }: Progress,
) {
  const { merchantId, terminalId } = transaction
  const { providerId, accountId } = attempt
  const payment = { merchantId, terminalId, providerId, accountId, brand: card.brand }
  return { ...(await findThreeDsSettings(payment)), metadata: metadataFor(transaction) }
}
