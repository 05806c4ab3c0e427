import { describe, expect, it } from 'vitest'
import { approved, OTHER_SECRET, SECRET } from '../../test/webhook-events.ts'
import { explainWebhookFailure } from './explain-webhook-failure.ts'
import { signForTests } from './sign-for-tests.ts'

const { body, headers } = await signForTests({ payload: approved, secret: SECRET })
const bytes = new TextEncoder().encode(body)

describe('explainWebhookFailure', () => {
  it('reports when nothing is wrong', async () => {
    expect(await explainWebhookFailure(body, headers, SECRET)).toMatchObject({ verified: true, cause: null })
  })

  it.each<[string, unknown, string, string]>([
    ['a parsed body', JSON.parse(body), 'body_parsed', 'The secret is right.'],
    ['a body that was printed', JSON.stringify(approved, null, 2), 'body_reserialized', 'serialized again'],
    ['one with escapes', body.replace('Č', '\\u010c'), 'body_reserialized', 'serialized again'],
    ['a line break at the end', `${body}\n`, 'body_reserialized', 'white space'],
    ['the same as bytes', new TextEncoder().encode(`${body}\n`), 'body_reserialized', 'white space'],
    ['Base64', Buffer.from(body).toString('base64'), 'body_reserialized', 'Base64'],
    ['Latin-1', Buffer.from(body).toString('latin1'), 'body_reserialized', 'Latin-1'],
    ['another body', body.replace('1850', '1'), 'signature_mismatch', 'No signature matches'],
    ['no JSON at all', 'x', 'signature_mismatch', 'No signature matches'],
    ['a parsed body of something else', {}, 'body_parsed', 'instead of the raw bytes'],
    ['nothing', undefined, 'body_missing', 'empty'],
  ])('%s', async (_, given, cause, words) => {
    const explanation = await explainWebhookFailure(given, headers, SECRET)
    expect(explanation).toMatchObject({ verified: false, cause, message: expect.stringContaining(words) })
    expect(explanation.fix).not.toBe('')
    expect(explanation.message).not.toContain(explanation.fix)
  })

  it('reports whether a late message would have been valid in time', async () => {
    const late = await signForTests({ payload: approved, secret: SECRET, timestamp: new Date(0) })
    expect(await explainWebhookFailure(late.body, late.headers, SECRET)).toMatchObject({
      cause: 'timestamp_too_old',
      message: expect.stringMatching(/s old.*The body and the secret are right\.$/),
    })
    expect(await explainWebhookFailure(late.body, late.headers, OTHER_SECRET)).toMatchObject({
      cause: 'timestamp_too_old',
      message: expect.stringMatching(/wrong, too\.$/),
    })
  })

  it('reports missing headers and bad secrets like verifyWebhook', async () => {
    expect(await explainWebhookFailure(bytes, {}, SECRET)).toMatchObject({ cause: 'header_missing' })
    expect(await explainWebhookFailure(bytes, headers, 'secret')).toMatchObject({ cause: 'secret_malformed' })
  })
})
