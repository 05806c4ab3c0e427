import { SIMULATED_CRES_FORMS } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'

/** The bank has told the 3DS server its result; what its page posts to us only says that there is one. */
describe('challenge-notification: the forms of a CRes', () => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway.close())

  it.each(SIMULATED_CRES_FORMS)('%s ends the challenge as approved', async (form) => {
    const { transaction, envelope } = await gateway.pay({
      flow: 'CHALLENGE',
      atTheBank: ['1234'],
      body: { metadata: { simulated_flow: 'CHALLENGE', simulated_cres: form } },
    })
    expect(transaction).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
    expect(envelope.result?.status).toBe('APPROVED')
  })

  it.each(SIMULATED_CRES_FORMS)('%s ends a full-page challenge as approved', async (form) => {
    const { transaction, returnedTo } = await gateway.pay({
      flow: 'CHALLENGE_REDIRECT',
      atTheBank: ['1234'],
      body: { metadata: { simulated_flow: 'CHALLENGE_REDIRECT', simulated_cres: form } },
    })
    expect(transaction).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
    expect(returnedTo).not.toBeNull()
  })

  it.each(['NO_TRANS_STATUS', 'UNREADABLE'])('%s reports the letter of the 3DS server', async (form) => {
    const { transaction } = await gateway.pay({
      flow: 'CHALLENGE',
      atTheBank: ['1111'],
      body: { metadata: { simulated_flow: 'CHALLENGE', simulated_cres: form } },
    })
    expect(transaction).toMatchObject({ status: 'DECLINED', processing_code: '3001' })
  })
})
