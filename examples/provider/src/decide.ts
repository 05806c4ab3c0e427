import type { Books, Entry, Operation } from './books.ts'
import { ask } from './shopper.ts'

/** The members that are read from every request; the rest is ignored. */
export interface Message {
  readonly idempotency_key: string
  readonly account_id: string
  readonly amount: number
  readonly currency: string
  readonly transaction_type: 'AUTHORIZE' | 'PURCHASE' | 'VERIFY'
  /** Whether we may approve less than the amount. */
  readonly partial_approval?: boolean
  readonly card: {
    readonly number: string
    readonly expiration_month: number
    readonly expiration_year: number
  }
  readonly authentication: { readonly trans_status: string } | null
  /** Whether we are to authenticate the cardholder, and where the shopper goes afterwards. */
  readonly authentication_required?: boolean
  readonly return_url?: string
  readonly operation: Operation
  readonly original: { readonly key: string }
  readonly parent: { readonly key: string }
  readonly type: string
  /** The key of a call about an authorization. */
  readonly key?: string
  /** The values that a shopper's browser returned. */
  readonly brought?: { readonly kind: string; readonly query?: string }
  /** The key of the call that follows a preparation. */
  readonly call_key?: string
}

/** Our only customer's only account. */
const ACCOUNT = 'acme-eur'

/** `trans_status` of cardholders who did not fail. */
const AUTHENTICATED = new Set(['Y', 'A', 'I', 'U'])

const isApproved = (entry: Entry | undefined): entry is Entry => entry?.code === '0000'

/** A prepaid test card pays half of every amount. */
function payableOf({ card, amount }: Message): number {
  return card.number.endsWith('0051') ? Math.ceil(amount / 2) : amount
}

/** The time that the bank of a pending card takes. */
const PENDING_MS = 200

/** The processing code of an authorization, and what is approved. @see docs/provider-protocol/authorizations.md#what-a-provider-must-refuse */
export function decideAuthorization(
  message: Message,
  books: Books,
  now: Date,
): Pick<Entry, 'code' | 'amount' | 'approvedAt' | 'asked' | 'isAuthenticated'> {
  const payable = payableOf(message)
  const code = refusalOf(message, books, now)
  if (code !== null) return { code, amount: message.amount }
  const { authentication_required: isRequired = false, return_url: returnUrl } = message
  if (isRequired && returnUrl !== undefined && message.card.number.endsWith('3220'))
    return { code: '1002', amount: message.amount, asked: ask(returnUrl) }
  if (message.card.number.endsWith('0069')) {
    const approvedAt = new Date(now.getTime() + PENDING_MS).toISOString()
    return { code: '1002', amount: message.amount, approvedAt }
  }
  const isAllowed = payable === message.amount || message.partial_approval === true
  if (!isAllowed) return { code: '1004', amount: message.amount }
  // Our bank knows the others, and asks them nothing.
  return { code: '0000', amount: payable, ...(isRequired && { isAuthenticated: true }) }
}

/** The reason to decline an authorization; null to approve it. */
function refusalOf(message: Message, books: Books, now: Date): string | null {
  const { card, authentication, account_id, idempotency_key } = message
  if (account_id !== ACCOUNT) return '2011'
  // A void that overtook it, approved or not, means that it must no longer be executed.
  if (books.list().some(({ kind, original }) => kind === 'VOID' && original === idempotency_key))
    return '1001'
  const lastMonth = card.expiration_year * 12 + card.expiration_month
  if (lastMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1) return '2001'
  if (authentication !== null && !AUTHENTICATED.has(authentication.trans_status)) return '3001'
  return card.number.endsWith('0002') ? '1000' : null
}

/**
 * The processing code of an operation.
 *
 * @param isUndo - reverses pending payments, too: they will be approved.
 */
export function decideOperation(message: Message, books: Books, now: Date, isUndo = false): string {
  const codes = isUndo ? ['0000', '1002'] : ['0000']
  const stands = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && codes.includes(entry.code)
  const [original, parent] = [books.find(message.original.key), books.find(message.parent.key)]
  if (!stands(original) || !stands(parent) || original.account !== message.account_id) return '2010'
  const isRelated = parent.key === original.key || parent.original === original.key
  if (!isRelated || original.currency !== message.currency) return '2010'
  const approved = books.list().filter((one) => isApproved(one) && one.parent === parent.key)
  const sumOf = (kind: Operation) =>
    approved.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.amount, 0)
  const isHeld = parent.kind === 'AUTHORIZE' && now.toISOString() < captureBeforeOf([parent, ...approved])
  const left = parent.amount + sumOf('INCREMENT') - sumOf('CAPTURE') - sumOf('REFUND') - sumOf('VOID')
  const room = {
    CAPTURE: isHeld ? left : 0,
    REFUND: parent.kind === 'AUTHORIZE' ? 0 : left,
    VOID: left,
    INCREMENT: isHeld && left > 0 ? parent.amount : 0,
    EXTEND: isHeld ? left : 0,
  }[message.operation]
  return message.amount > 0 && message.amount <= room ? '0000' : '2010'
}

/** Returns the time until which an authorization can be captured, by its own outcome or its last extension. */
function captureBeforeOf(entries: readonly Entry[]): string {
  const said = entries.flatMap(({ captureBefore }) => captureBefore ?? [])
  return said.toSorted().at(-1) ?? '9999'
}
