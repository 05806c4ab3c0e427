import type { BlockList, RiskSettings } from './risk-settings.ts'

/** Gives a value of a kind a name that tells nothing of it: a keyed hash of the merchant alone. */
export type NameParty = (kind: 'address' | 'customer' | 'email', value: string) => string

/** Who pays, as far as it is known. Everybody but the card by a keyed hash. */
export interface Parties {
  /** Fingerprint. */
  readonly card: string | null
  /** By id, or else by e-mail address. */
  readonly customer: string | null
  readonly email: string | null
  readonly address: string | null
}

/** Who pays, in plain words. */
export interface PlainParties {
  readonly card: string | null
  readonly customerId: string | null
  readonly email: string | null
  /** Null unless the shopper's own is known: that of the merchant's server says nothing. */
  readonly address: string | null
}

/** @param addressBlock - what counts as one address. */
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

/** As {@link NameParty} gives it: neither an e-mail address nor an address of a network looks so. */
const NAME = /^[A-Za-z0-9_-]{43}$/

/** Settings as they are stored: nothing of the block list can be read back. What is named already stays. */
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

/** Mail goes to the same box however it is written. */
function plainEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** In one order, so that a list that only moved is the same list. */
function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort()
}
