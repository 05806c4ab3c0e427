import { describe, expect, it } from 'vitest'

import { checkFunction, checkOptions } from './check-options.ts'
import type { PaymentComponentOptions } from './embedded-fields-api.ts'

const OPTIONS: PaymentComponentOptions = { clientKey: 'ck_test_1', sessionId: 'abc', environment: 'test' }
const SCRIPT = 'https://gateway.example/embedded-fields/1.0.0/embedded-fields.js'

describe('checkOptions', () => {
  it('finds the gateway where the script came from', () => {
    expect(checkOptions(OPTIONS, SCRIPT)).toMatchObject({
      baseUrl: 'https://gateway.example',
      origin: 'https://gateway.example',
    })
  })

  it('accepts another gateway, without the slash at its end', () => {
    const settings = checkOptions({ ...OPTIONS, baseUrl: 'https://pay.example/base/' }, SCRIPT)
    expect(settings).toMatchObject({ baseUrl: 'https://pay.example/base', origin: 'https://pay.example' })
  })

  it.each([
    ['missing_option', /clientKey/, { clientKey: '' }],
    ['missing_option', /sessionId/, { sessionId: undefined }],
    ['missing_option', /environment/, { environment: undefined }],
    ['invalid_option', /"test" or "production"/, { environment: 'live' }],
    ['invalid_option', /"test" or "production"/, { environment: 'constructor' }],
    ['invalid_option', /locale/, { locale: 5 }],
    ['invalid_option', /ck_live_/, { environment: 'production' }],
    ['invalid_option', /clientKey/, { clientKey: 'ck_test_1/../../x' }],
    ['invalid_option', /ck_test_…$/, { clientKey: 'ck_live_1' }],
    ['invalid_option', /ck_test_…\. A secret is public here: rotate it$/, { clientKey: 'sRJ9v0c7' }],
    ['invalid_option', /sessionId/, { sessionId: 'a b' }],
    ['invalid_option', /baseUrl/, { baseUrl: 'javascript:alert(1)' }],
    ['invalid_option', /options.sesionId must be one of clientKey/, { sesionId: 'abc' }],
  ])('reports %s', (code, message, wrong) => {
    const options = { ...OPTIONS, ...wrong } as PaymentComponentOptions
    expect(() => checkOptions(options, SCRIPT)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    )
  })

  it('requires the gateway if the script does not know it', () => {
    expect(() => checkOptions(OPTIONS, null)).toThrow(
      expect.objectContaining({
        code: 'missing_option',
        message: expect.stringMatching(/^baseUrl must be given/),
      }),
    )
  })
})

describe('checkFunction', () => {
  it('refuses before the payment a value that could not be called after it', () => {
    expect(() => checkFunction('callback', 'done')).toThrow(/callback must be a function/)
    expect(() => checkFunction('callback', undefined)).not.toThrow()
  })
})
