import { expect, it } from 'vitest'

import { testCard } from '../../twins/3dsecure-io/test-cards.ts'
import { TwinInProcess } from './ask-twin.ts'
import { enrolmentOf, shoppersOf } from './messages.ts'

it('neither a card nor the key is in what a log may see', async () => {
  const twin = new TwinInProcess()
  const number = testCard({ method: 'MISSING', answer: 'C' })
  const enrolled = await twin.ask('enrol', enrolmentOf(number))
  if (enrolled.kind !== 'answer' || enrolled.answer.result !== 'ENROLLED') throw new Error('not enrolled')
  const id = enrolled.answer.three_ds_server_trans_id ?? ''
  await twin.ask('authenticate', shoppersOf(number, id))
  await twin.ask('result', { three_ds_server_trans_id: id, round: 1 })
  const requests = twin.exchanges.map(({ request }) => JSON.stringify(request))
  expect(requests).toHaveLength(3)
  for (const secret of [number, '5f0c2f9a-41d7-4c8e-9b36-0a7de2c41b58', 'Ada Lovelace', 'ada@example.com'])
    expect(requests.join('')).not.toContain(secret)
})
