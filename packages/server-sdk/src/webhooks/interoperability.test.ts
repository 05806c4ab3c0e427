/** The same messages, signed and verified by the libraries of the Standard Webhooks project and of Svix. */
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, it } from 'vitest'
import { OTHER_SECRET, SECRET } from '../../test/webhook-events.ts'
import { signForTests } from './sign-for-tests.ts'
import { verifyWebhook } from './verify-webhook.ts'

const LIBRARIES = [
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
] as const

const events = fc.record({ event: fc.string({ unit: 'grapheme' }), payload: fc.jsonValue() })

describe.each(LIBRARIES)('%s', (_, Webhook) => {
  it('verifies what signForTests signs', async () => {
    await fc.assert(
      fc.asyncProperty(events, async (payload) => {
        const { body, headers } = await signForTests({ payload, secret: [OTHER_SECRET, SECRET] })
        const webhook = new Webhook(SECRET)
        expect(() => webhook.verify(body, { ...headers })).not.toThrow()
        expect(() => webhook.verify(`${body} `, { ...headers })).toThrow('No matching signature found')
      }),
    )
  })

  it('signs what verifyWebhook verifies', async () => {
    await fc.assert(
      fc.asyncProperty(events, async (payload) => {
        const body = JSON.stringify(payload)
        const sentAt = new Date()
        const headers = {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
          'webhook-signature': new Webhook(SECRET).sign('msg_1', sentAt, body),
        }
        expect(await verifyWebhook(body, headers, SECRET)).toEqual(JSON.parse(body))
        await expect(verifyWebhook(body, headers, OTHER_SECRET)).rejects.toThrow('No signature matches')
      }),
    )
  })
})
