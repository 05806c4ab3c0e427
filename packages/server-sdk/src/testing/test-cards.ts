import type { Card } from '../cards/card.ts'

/** Returns a card as a customer would give it, approved by the simulators unless its number says otherwise. */
function card(number: string, cvv = '123'): Card {
  return { number, cvv, expirationMonth: '12', expirationYear: '2034' }
}

/**
 * The test cards of the simulators, by their outcome.
 *
 * @see docs/test-cards.md#test-cards
 */
export const TEST_CARDS = {
  /** Approved without a question. */
  approved: card('4242424242424242'),
  approvedMastercard: card('5555555555554444'),
  approvedAmericanExpress: card('378282246310005', '1234'),
  /** The bank asks the customer; the password `1234` approves. */
  challenge: card('4000002760003184'),
  /** The bank asks, the customer answers well, and the issuer declines with 1000 all the same. */
  challengeThenDeclined: card('4000008400001629'),
  /** The bank finds the answer wrong: 3001. */
  challengeFailed: card('4000000000002370'),
  /** The customer cancels at the bank: 1003. */
  challengeCanceled: card('4000003000080008'),
  /** Declined 1000. */
  declined: card('4000000000000002'),
  /** Declined 1004. */
  insufficientFunds: card('4000000000009995'),
  /** Declined 2005. */
  lostOrStolen: card('4000000000009987'),
  /** Declined 2001. */
  expired: card('4000000000000069'),
  /** Declined 2020. */
  wrongSecurityCode: card('4000000000000127'),
  /** The issuer knows the card and does not authenticate its holder: 3001. */
  notAuthenticated: card('4000000000002925'),
  /** The first provider declines, the second approves. */
  approvedByFallback: card('4000004000010003'),
} as const satisfies Record<string, Card>
