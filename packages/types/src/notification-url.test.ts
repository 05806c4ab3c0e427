import { describe, expect, it } from 'vitest'
import { checkNotificationUrl } from './notification-url.ts'

const check = (url: unknown) =>
  checkNotificationUrl({ options: { three_ds: { notification_url: url } } }).map(({ message }) => message)

const ofLength = (length: number) => 'https://shop.example/'.padEnd(length, 'x')

describe('checkNotificationUrl', () => {
  it.each([
    ['https://shop.example/three-ds', []],
    [ofLength(256), []],
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
    ['https://shop.example@evil.example/', ['must be a well-formed URL with a host']],
  ])('%j', (url, messages) => {
    expect(check(url)).toEqual(messages)
  })

  it('says the limit and the given length', () => {
    const property = 'options.three_ds.notification_url'
    expect(checkNotificationUrl({ options: { three_ds: { notification_url: ofLength(300) } } })).toEqual([
      { property, message: 'must be at most 256 characters', params: [property, '256', '300'] },
    ])
  })

  it.each([[undefined], [null], ['text'], [[]], [{ options: null }], [{ options: { three_ds: 'x' } }]])(
    'has nothing to say about %j',
    (body) => {
      expect(checkNotificationUrl(body)).toEqual([])
    },
  )

  it('leaves other types to the schema', () => {
    expect(check(5)).toEqual([])
  })
})
