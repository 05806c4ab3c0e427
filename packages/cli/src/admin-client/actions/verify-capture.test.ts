import { signForTests } from '@sluice/server-sdk/webhooks'
import { describe, expect, it } from 'vitest'

import { sampleEvent } from './sample-event.ts'
import { verifyCapture } from './verify-capture.ts'

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 2).toString('base64')}`

/** A message of another year, as a receiver wrote it down. */
async function capture() {
  const payload = sampleEvent('transaction-svc:transaction:purchase:approved')
  const { body, headers } = await signForTests({ payload, secret: SECRET, timestamp: 1_600_000_000 })
  return { headers: Object.entries(headers), body: Buffer.from(body) }
}

describe('verifyCapture', () => {
  it('reports the age of a message without rejecting it', async () => {
    const explained = await verifyCapture(await capture(), [OTHER, SECRET])
    expect(explained).toMatchObject({ verified: true, cause: null })
    expect(explained.message).toContain('2020-09-13T12:26:40.000Z')
  })

  it('distinguishes another secret from a body that was serialized again', async () => {
    const captured = await capture()
    expect(await verifyCapture(captured, [OTHER])).toMatchObject({
      verified: false,
      cause: 'signature_mismatch',
    })
    const body = Buffer.from(JSON.stringify(JSON.parse(captured.body.toString()), null, 2))
    expect(await verifyCapture({ ...captured, body }, [SECRET])).toMatchObject({
      verified: false,
      cause: 'body_reserialized',
    })
  })

  it('does not take a timestamp for one that was not signed', async () => {
    const captured = await capture()
    const headers = captured.headers.map(
      ([name, value]) => [name, name === 'webhook-timestamp' ? '1600000001' : value] as const,
    )
    expect(await verifyCapture({ ...captured, headers }, [SECRET])).toMatchObject({ verified: false })
  })
})
