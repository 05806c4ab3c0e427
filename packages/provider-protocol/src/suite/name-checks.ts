import { type Check, expectApproved, expectFound, expectSame, expectThat, namesIn } from './check.ts'
import { earlierCall } from './earlier-call.ts'
import { authorizationOf, operationOf } from './messages.ts'

/** The ways to write a card number into a text. */
function writingsOf(cardNumber: string): readonly string[] {
  const groups = cardNumber.match(/.{1,4}/g) ?? []
  const bytes = Buffer.from(cardNumber)
  return [
    cardNumber,
    ...[' ', '-'].map((separator) => groups.join(separator)),
    bytes.toString('base64').replaceAll('=', ''),
    bytes.toString('hex'),
  ]
}

const ALL: readonly Check[] = [
  {
    name: 'names: finds a payment by its key, with what its answer named it and without',
    clause: 'provider-protocol/keys.md#state-and-references',
    async run(bench) {
      const key = bench.newKey()
      const told = expectApproved(await bench.ask.post('/authorizations', authorizationOf(bench, key)), key)
      expectSame(told, await expectFound(bench, key, namesIn(told)), 'the same outcome')
      expectSame(told, await expectFound(bench, key), 'the same outcome')
    },
  },
  {
    name: 'names: refunds a payment by its key, with what its answer named it and without',
    clause: 'provider-protocol/keys.md#state-and-references',
    async run(bench) {
      const original = bench.newKey()
      const told = expectApproved(
        await bench.ask.post('/authorizations', authorizationOf(bench, original)),
        original,
      )
      for (const names of [namesIn(told), {}]) {
        const key = bench.newKey()
        const call = earlierCall(original, names)
        const changes = { amount: 5_000, original: call, parent: call }
        expectApproved(await bench.ask.post('/operations', operationOf(bench, key, original, changes)), key)
      }
    },
  },
  {
    name: 'names: writes no card number into state and refs',
    clause: 'provider-protocol/keys.md#state-and-references',
    async run(bench) {
      const key = bench.newKey()
      const told = expectApproved(await bench.ask.post('/authorizations', authorizationOf(bench, key)), key)
      const named = JSON.stringify([told['state'], told['refs']])
      const isFound = writingsOf(bench.approvedCard).some((writing) => named.includes(writing))
      // The message does not repeat the answer, because it contains the card number.
      expectThat(!isFound, 'a payment named without its card number', 'the card number')
    },
  },
]

export const NAME_CHECKS: readonly Check[] = ALL.map((check) => ({
  ...check,
  applies: ({ servesCards }) => servesCards,
}))
