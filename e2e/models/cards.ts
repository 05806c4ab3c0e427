/** Test cards by what happens to them; docs/test-cards.md has them all. */
export const CARDS = {
  approved: '4242424242424242',
  challenged: '4000002760003184',
  wrongCvv: '4000000000000127',
  insufficientFunds: '4000000000009995',
} as const
