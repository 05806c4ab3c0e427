import type { Branding, ClientSession, EncryptionKeySet } from '@sluice/types'
import type { Language, Locale } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'

import type { Terminal } from '../merchants/index.ts'
import type { GwalletPay, SavedCards } from '../payment-methods/index.ts'
import { type OfferedTerminal, takesPlainCards } from '../transactions/index.ts'
import type { Session } from './session.ts'
import { toClientSession } from './session.wire.ts'

/** The lookups for a browser's view of a session. */
export interface DescribeSessionPorts {
  /** Returns the terminal with its payable methods. */
  readonly findOfferedTerminal: (merchantId: string, terminalId: string) => Promise<OfferedTerminal | null>
  readonly describeMerchant: (merchantId: string) => Promise<{
    readonly branding: Branding
    readonly locale: Locale
    readonly shoppersRemoveCards: boolean
    readonly languages: readonly Language[]
  }>
  readonly publishKeys: (merchantId: string) => Promise<EncryptionKeySet>
  readonly savedCards: Pick<SavedCards, 'listOf'>
  readonly gwalletPay: () => GwalletPay | null
  /** The origin of the methods frame, without a trailing slash. */
  readonly methodsUrl: () => string
  /** The addresses of origins that some browsers cannot resolve; empty in production. */
  readonly fallbackOrigins: () => Readonly<Record<string, string>>
  readonly clock: Clock
}

/** Gathers the data with which a browser renders the form; null if the session's terminal no longer exists. */
export async function describeSession(
  ports: DescribeSessionPorts,
  session: Session,
  sessionId: string,
): Promise<ClientSession | null> {
  const { merchantId, terminalId } = session
  const [terminal, merchant, encryptionKeys] = await Promise.all([
    ports.findOfferedTerminal(merchantId, terminalId),
    ports.describeMerchant(merchantId),
    ports.publishKeys(merchantId),
  ])
  if (terminal === null) return null
  const savedCards = await listCards(ports, session, terminal)
  const { clock } = ports
  const context = {
    terminal,
    ...merchant,
    encryptionKeys,
    savedCards,
    gwalletPay: ports.gwalletPay(),
    methodsUrl: ports.methodsUrl(),
    fallbackOrigins: ports.fallbackOrigins(),
    nowMs: clock.now(),
  }
  return toClientSession(session, sessionId, context)
}

/**
 * Only the gateway's own page shows cards, only those of the merchant's named customer, and only brands that the
 * terminal accepts.
 */
async function listCards(
  { savedCards }: DescribeSessionPorts,
  { kind, merchantId, customer, transactionType, paymentLinkId }: Session,
  terminal: Terminal,
) {
  // Anyone who has a payment link can open it.
  if (paymentLinkId !== null) return []
  if (kind !== 'HOSTED' || customer?.id === undefined || !terminal.methods.has('saved_card')) return []
  if (!takesPlainCards(terminal, transactionType)) return []
  const cards = await savedCards.listOf(merchantId, customer.id)
  return cards.filter(({ brand }) => terminal.brands.has(brand))
}
