import { describe, expect, it } from 'vitest'
import { checkNotificationUrl } from './notification-url.ts'

const check = (url: unknown) =>
  checkNotificationUrl({ options: { three_ds: { notification_url: url } } }).map(({ message }) => message)

const ofLength = (length: number) => 'https://shop.example/'.padEnd(length, 'x')

describe('checkNotificationUrl', () => {
  it.each([
    ['https://shop.example/three-ds', []],
    [ofLength(256), []],
    [`https://shop.example/${'é'.repeat(200)}`, ['must be at most 256 characters']],
    [ofLength(257), ['must be at most 256 characters']],
    ['http://shop.example/', ['must start with https://']],
    ['HTTPS://shop.example/', ['must start with https://']],
    ['', ['must start with https://']],
    ['https://', ['must be a well-formed URL with a host']],
    ['https:///path', ['must be a well-formed URL with a host']],
    ['https://:443/', ['must be a well-formed URL with a host']],
    ['https://shop.example/a b', ['must be a well-formed URL with a host']],
    ['https://shop.example\n.evil.example/', ['must be a well-formed URL with a host']],
    ['https:\\\\shop.example', ['must start with https://']],
    ['https://[::1', ['must be a well-formed URL with a host']],
    ['https://user:secret@shop.example/', ['must be a well-formed URL with a host']],
    ['https://shop.example/\u202Egnp', ['must be a well-formed URL with a host']],
    ['https://shop.example@evil.example/', ['must be a well-formed URL with a host']],
    ['https://shop"example/', ['must be a well-formed URL with a host']],
    ['https://{shop}.example/', ['must be a well-formed URL with a host']],
    ['https://SHOP.example:443/a|b?åäö', []],
  ])('%j', (url, messages) => {
    expect(check(url)).toEqual(messages)
  })

  it('names the limit and the given length', () => {
    const property = 'options.three_ds.notification_url'
    expect(checkNotificationUrl({ options: { three_ds: { notification_url: ofLength(300) } } })).toEqual([
      { property, message: 'must be at most 256 characters', params: [property, '256', '300'] },
    ])
  })

  it.each([[undefined], [null], ['text'], [[]], [{ options: null }], [{ options: { three_ds: 'x' } }]])(
    'accepts %j',
    (body) => {
      expect(checkNotificationUrl(body)).toEqual([])
    },
  )

  it.each([[5], [{}], [['https://shop.example/']], [true]])('refuses %j, which is not a text', (url) => {
    expect(check(url)).toEqual(['must start with https://'])
  })

  it('refuses a host that is not public if one is required', () => {
    const body = { options: { three_ds: { notification_url: 'https://10.0.0.1/result' } } }
    expect(checkNotificationUrl(body)).toEqual([])
    expect(checkNotificationUrl(body, () => false).map(({ message }) => message)).toEqual([
      'must name a public host',
    ])
  })
})
