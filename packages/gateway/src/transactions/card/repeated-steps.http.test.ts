import type { ActionRequired } from '@sluice/types'
import { FINGERPRINT_RESULTS, type SimulatedFlow } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { answerBank, challengeForm, decodeToken, findForm, messageOf, open } from '../../../test/shopper.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const NOTIFICATION_URL = 'https://shop.example/three-ds/result'

async function actionOf(flow: SimulatedFlow, body = {}): Promise<ActionRequired> {
  const { action } = await gateway.authorize({ flow, body })
  if (action === null) throw new Error('no action')
  return action
}

const serverTransIdOf = (action: ActionRequired) => decodeToken(action.token).three_ds_server_trans_id

const finishFingerprint = (action: ActionRequired) =>
  gateway.requestAuthentication(serverTransIdOf(action), FINGERPRINT_RESULTS.Y, action.payment_data)

/** Answers the bank in a frame; gives where and with what the bank sent the browser back. */
async function answerInFrame(action: ActionRequired, passwords: string[]) {
  const token = decodeToken(action.token)
  const bank = await open(token.acs_url ?? '', 'iframe', challengeForm(token))
  const notifications: { url: string; fields: Record<string, string> }[] = []
  const page = await answerBank(bank, passwords, 'iframe', (url, fields) => {
    notifications.push({ url, fields })
  })
  const notification = notifications.at(-1)
  if (!notification) throw new Error('the bank sent no browser back')
  return { page, notification }
}

describe('finalising: a step that is repeated', () => {
  it("one attempt's fingerprint does not count for the next attempt", async () => {
    const first = await actionOf('FALLBACK_APPROVE_AFTER_2')
    const next = await finishFingerprint(first)
    expect(next.action?.type).toBe('THREE_DS_2_FINGERPRINT')
    expect(await finishFingerprint(first)).toEqual(next)
  })

  it('the CRes of the first round, posted again, leaves the second one running', async () => {
    const action = await actionOf('NO_METHOD_CHALLENGE')
    const { notification } = await answerInFrame(action, ['5555'])
    const complete = () => gateway.completeAuthentication(action.payment_data, action.session_id, 'C')
    const second = await complete()
    expect(second.action?.type).toBe('THREE_DS_2_CHALLENGE')

    expect((await open(notification.url, 'iframe', notification.fields)).status).toBe(200)
    expect(await complete()).toEqual(second)
  })

  it("so does a merchant's own call, sent again", async () => {
    const options = { three_ds: { notification_url: NOTIFICATION_URL } }
    const action = await actionOf('NO_METHOD_CHALLENGE', { options })
    const token = decodeToken(action.token)
    const bank = await open(token.acs_url ?? '', 'iframe', challengeForm(token))
    const question = findForm(bank, 'password')
    await open(question?.action ?? '', 'iframe', {
      ...question?.fields,
      decision: 'submit',
      password: '5555',
    })
    const complete = () =>
      gateway.completeAuthentication(action.payment_data, token.three_ds_server_trans_id, 'C')
    const second = await complete()
    expect(second.action?.type).toBe('THREE_DS_2_CHALLENGE')
    expect(await complete()).toEqual(second)
  })

  it("an earlier attempt's address takes no CRes of a later attempt", async () => {
    const first = await finishFingerprint(await actionOf('FALLBACK_CHALLENGE_AFTER_1'))
    if (first.action === null) throw new Error('no challenge')
    const { notification } = await answerInFrame(first.action, ['1234'])
    const { action } = await gateway.completeAuthentication(
      first.action.payment_data,
      first.action.session_id,
      'Y',
    )
    if (action === null) throw new Error('no second attempt')
    const cres = Buffer.from(
      JSON.stringify({ threeDSServerTransID: serverTransIdOf(action), transStatus: 'Y' }),
    ).toString('base64url')
    expect((await open(notification.url, 'iframe', { cres })).status).toBe(400)
  })

  it.each<SimulatedFlow>(['CHALLENGE_REDIRECT', 'CHALLENGE_FORM_SUBMIT'])(
    '%s in a frame is finished by the service, in the second round too',
    async (flow) => {
      const { redirect, form_submit: form } = await finishFingerprint(await actionOf(flow))
      const start = await open(redirect?.url ?? form?.url ?? '', 'iframe', form?.data)
      const bank = redirect === null ? start : await follow(start)
      const again = await answerBank(bank, ['5555'], 'iframe')
      const end = await answerBank(await follow(again), ['1234'], 'iframe')
      expect(messageOf(end)).toMatchObject({ type: 'CHALLENGE_RESPONSE', trans_status: 'Y' })
      const id = redirect?.transaction_id ?? form?.transaction_id ?? ''
      expect(await gateway.status(id)).toMatchObject({ status: 'APPROVED' })
    },
  )
})

async function follow(page: Awaited<ReturnType<typeof open>>) {
  const form = findForm(page, 'creq')
  if (form === null) throw new Error('no way to the bank')
  return open(form.action, 'iframe', form.fields)
}
