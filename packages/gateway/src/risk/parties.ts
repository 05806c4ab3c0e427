import type { BlockList, RiskSettings } from './risk-settings.ts'

/** Pseudonymizes a value of a kind with a keyed hash of the merchant. */
export type NameParty = (kind: 'address' | 'customer' | 'email', value: string) => string

/** The known parties of a payment. All except the card are keyed hashes. */
export interface Parties {
  /** The fingerprint of the card. */
  readonly card: string | null
  /** The customer by id, or else by e-mail address. */
  readonly customer: string | null
  readonly email: string | null
  readonly address: string | null
}

/** The parties of a payment in clear. */
export interface PlainParties {
  readonly card: string | null
  readonly customerId: string | null
  readonly email: string | null
  /** The shopper's address; null if only that of the merchant's server is known. */
  readonly address: string | null
}

/** @param addressBlock - the network that counts as one address. */
export function nameParties(
  { card, customerId, email, address }: PlainParties,
  name: NameParty,
  addressBlock: (address: string) => string,
): Parties {
  const namedEmail = email === null ? null : name('email', plainEmail(email))
  return {
    card,
    customer: customerId === null ? namedEmail : name('customer', customerId),
    email: namedEmail,
    address: address === null ? null : name('address', addressBlock(address)),
  }
}

/** The form of a {@link NameParty} hash, which neither an e-mail address nor a network address has. */
const NAME = /^[A-Za-z0-9_-]{43}$/

/** Converts settings for storage: entries of the block list become hashes, and existing hashes stay. */
export function nameBlocked(
  settings: RiskSettings | null,
  name: NameParty,
  addressBlock: (address: string) => string,
): RiskSettings | null {
  if (settings === null) return null
  const { cards, emails, addresses } = settings.blocked
  const blocked: BlockList = {
    cards: unique(cards),
    emails: unique(emails.map((email) => (NAME.test(email) ? email : name('email', plainEmail(email))))),
    addresses: unique(
      addresses.map((address) => (NAME.test(address) ? address : name('address', addressBlock(address)))),
    ),
  }
  return { ...settings, blocked }
}

/** An e-mail address is case-insensitive here, because all spellings reach the same mailbox. */
function plainEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Sorted, so that a reordered list counts as the same list. */
function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort()
}
