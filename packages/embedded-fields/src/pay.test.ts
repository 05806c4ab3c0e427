import { expect, it } from 'vitest'

import type { PaymentEnding, SubmitOptions } from './merchant-page/embedded-fields-api.ts'
import { pay } from './pay.ts'

const DECLINED = { approved: false, status: 'DECLINED' } as const

function endingWith(...ending: PaymentEnding) {
  const given: SubmitOptions[] = []
  const submitPayment = (options: SubmitOptions = {}) => {
    given.push(options)
    options.callback?.(...ending)
  }
  return { given, submitPayment }
}

it('resolves with a decline as with an approval', async () => {
  const response = {
    ...DECLINED,
    processing_code: '1000',
    response_message: null,
    correctable: false,
    transaction_id: 'tx',
  }
  const component = endingWith(response, null)
  await expect(pay(component, { email: 'ana@example.com' })).resolves.toBe(response)
  expect(component.given).toMatchObject([{ customer: { email: 'ana@example.com' } }])
})

it('throws with code and field where there is no answer', async () => {
  const error = { code: 'customer_invalid', message: 'Phone: …', field: 'customer.phone' } as const
  await expect(pay(endingWith(null, error))).rejects.toMatchObject({ name: 'PaymentFailedError', ...error })
})
