import { openSession, readOptions, type OpenedSession, type OpenSessionPorts } from '../sessions/index.ts'
import { makeLinkReference, type PaymentLink } from './payment-link.ts'

/** Creates the session in which one shopper pays a link. @throws {RequestRefusal} 422 if the link can no longer be paid. */
export function beginSession(
  ports: OpenSessionPorts,
  link: PaymentLink,
  amountMinor: number,
): Promise<OpenedSession> {
  const { merchantId, terminalId, currency, description, transactionType, returnUrl } = link
  const opening = {
    merchantId,
    kind: 'HOSTED' as const,
    terminalId,
    reference: makeLinkReference(link, ports.random),
    description,
    currency,
    amountMinor,
    transactionType,
    returnUrl,
    customer: link.customerId === null ? null : { id: link.customerId },
    country: null,
    metadata: link.metadata,
    tokenization: link.tokenization,
    options: readOptions(link.options ?? undefined),
    paymentLinkId: link.id,
  }
  return openSession(ports, opening, null, 'customer_id')
}
