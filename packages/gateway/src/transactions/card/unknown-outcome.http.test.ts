import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { answerBank, challengeForm, decodeToken, open } from '../../../test/shopper.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway({ env: { SLUICE_PROVIDER_TIMEOUT_MS: '1000' } })
})
afterAll(() => gateway.close())

/** Longer than the gateway waits, so the call ends without an outcome. */
const SLOW = { simulated_delay_ms: 2_000 }

it('a provider that will decide later is the only one called', async () => {
  const { result } = await gateway.authorize({ flow: 'NO_3DS', metadata: { response_code: '1002' } })
  expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002' })
  expect(await gateway.books.of('attempts', result?.id ?? '')).toHaveLength(1)
})

describe('a provider that does not answer in time', () => {
  it('leaves the transaction PENDING until it can be queried', async () => {
    const { result } = await gateway.authorize({ flow: 'NO_3DS', metadata: SLOW })
    expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002', pending: true })
    await gateway.advance(2_000)
    expect(await gateway.status(result?.id ?? '')).toMatchObject({ status: 'APPROVED' })
  })

  it('and never saw the call fences its key, however long the challenge before took', async () => {
    const { action } = await gateway.authorize({ flow: 'NO_METHOD_CHALLENGE', metadata: SLOW })
    const token = decodeToken(action?.token ?? '')
    const bank = await open(token.acs_url ?? '', 'iframe', challengeForm(token))
    await gateway.advance(9 * 60_000)
    await answerBank(bank, ['1234'], 'iframe')
    const id = await gateway.hold(async () => {
      const { result } = await gateway.completeAuthentication(
        action?.payment_data ?? '',
        action?.session_id ?? '',
        'Y',
      )
      expect(result).toMatchObject({ status: 'PENDING' })
      await gateway.books.forgetCharges()
      return result?.id ?? ''
    })
    await gateway.advance(2_000)
    expect(await gateway.status(id)).toMatchObject({
      status: 'DECLINED',
      processing_code: '1001',
    })
  })
})
