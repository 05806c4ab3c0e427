import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { messageOf, open } from '../../../test/shopper.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'

const ID = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const OTHER_ID = '11111111-d2d2-4067-bcb1-b08d1690b26e'

/** A member that Base64 of the standard alphabet writes with `+` and `/`. */
const WITH_PLUS = { note: '>>>>>>~~~~~~??????' }

const base64 = (message: object): string => Buffer.from(JSON.stringify(message)).toString('base64')
const base64Url = (message: object): string => Buffer.from(JSON.stringify(message)).toString('base64url')
const own = { threeDSServerTransID: ID }

/**
 * A post by the bank's method page only indicates that it has run; waiting for a well-formed message takes five
 * seconds.
 */
describe('method-notification: the forms of threeDSMethodData', () => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway.close())

  const notify = (id: string, threeDSMethodData: string) =>
    open(`${gateway.ready.base_url}/three-ds/${id}/method-notification-url`, 'iframe', { threeDSMethodData })

  it.each([
    ['url-safe, not padded', base64Url({ ...own, ...WITH_PLUS })],
    ['padded', base64({ ...own, from: 'bank' })],
    ['of the standard alphabet', base64({ ...own, ...WITH_PLUS })],
    ['with a space for each plus', base64({ ...own, ...WITH_PLUS }).replaceAll('+', ' ')],
    ['in lines of 76', base64({ ...own, ...WITH_PLUS }).replace(/.{76}/g, '$&\r\n')],
    ['with a line break at the end', `${base64Url(own)}\r\n`],
    ['after a line break', `\n${base64Url(own)}`],
    ['percent-encoded twice', encodeURIComponent(base64({ ...own, from: 'bank' }))],
    ['after a byte order mark', Buffer.from(`\ufeff${JSON.stringify(own)}`).toString('base64url')],
    ['with the id in capital letters', base64Url({ threeDSServerTransID: ID.toUpperCase() })],
    ['without an id', base64Url({})],
    ['that cannot be read', '*'],
    ['that is empty', ''],
  ])('accepts a message %s', async (_, threeDSMethodData) => {
    const page = await notify(ID, threeDSMethodData)
    expect(page.status).toBe(200)
    expect(messageOf(page)).toEqual({
      type: 'FINGERPRINT_RESPONSE',
      three_ds_comp_ind: 'Y',
      three_ds_server_trans_id: ID,
    })
  })

  it.each([
    ['another payment’s id', ID, base64({ threeDSServerTransID: OTHER_ID })],
    ['an address that names no payment', 'nothing', '*'],
  ])('refuses %s', async (_, id, threeDSMethodData) => {
    const page = await notify(id, threeDSMethodData)
    expect(page.status).toBe(400)
    expect(messageOf(page)).toBeNull()
  })
})
