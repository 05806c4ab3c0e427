import { Secret } from '@sluice/shared/secret'
import { describe, expect, it } from 'vitest'

import type { RevealedRequest } from '../src/runtime/index.ts'
import { watchSecrets } from './watch-secrets.ts'

const KEY = 'sk_test_searched_for'
const NUMBER = '4242424242424242'

const RIGHT: RevealedRequest = {
  method: 'POST',
  path: '/cards',
  headers: { authorization: `Bearer ${KEY}` },
  body: `number=${NUMBER}&cvc=739`,
  movesMoney: false,
}

const sent: RevealedRequest[] = []
const watch = watchSecrets({
  apiKey: KEY,
  webhookSecret: 'whsec_AB+/==',
  keyHeader: 'authorization',
  cardPaths: /^\/cards$/,
})
watch.learn({ card: { number: new Secret(NUMBER), cvv: new Secret('739'), brand: 'VISA' } })
const send = watch.watchSend((request) => {
  sent.push(request)
  return Promise.resolve({ kind: 'failure', code: 'TIMEOUT' })
})

describe('the requests of a connector', () => {
  it('contains secrets only where the contract has them', async () => {
    await send(RIGHT, 1)
    expect(sent).toEqual([RIGHT])
  })

  it.each([
    ['the API key is in the path of POST /cards', { path: `/cards?key=${KEY}` }],
    ['the API key is in the header x-trace of POST /cards', { headers: { 'x-trace': KEY } }],
    ['the API key is in the body of POST /cards', { body: `{"key":"${KEY}"}` }],
    ['the webhook secret is in the header authorization', { headers: { authorization: 'whsec_AB+/==' } }],
    ['the webhook secret is in the body', { body: `secret=${encodeURIComponent('whsec_AB+/==')}` }],
    ['number of the card is in the path', { path: `/cards/${NUMBER}` }],
    ['number of the card is in the header referer', { headers: { referer: '4242-4242-4242-4242' } }],
    ['number of the card is in the body of POST /refunds', { path: '/refunds', body: RIGHT.body }],
    ['number of the card is in the body of POST /refunds', { path: '/refunds', body: btoa(NUMBER) }],
    ['cvv of the card is in the body of POST /refunds', { path: '/refunds', body: '{"code":"739"}' }],
    ['cvv of the card is in the path of POST /cards', { path: '/cards?cvc=739' }],
  ])('is not sent if %s', (what, change) => {
    sent.length = 0
    expect(() => send({ ...RIGHT, headers: {}, ...change }, 1)).toThrow(what)
    expect(sent).toEqual([])
  })

  it('may have a number in which a security code happens to be', () => {
    expect(() => send({ ...RIGHT, path: '/refunds', body: 'amount=17390' }, 1)).not.toThrow()
  })
})

describe('printed and reported texts', () => {
  const request = { name: 'create', method: 'POST', path: '/cards', body: null, movesMoney: false } as const
  const result = { kind: 'answer', status: 200, headers: {}, body: '{}' } as const

  it('contains only the names of secrets', () => {
    watch.seePrinted({ request: { ...request, headers: { authorization: new Secret(KEY) } }, result })
    expect(() =>
      watch.seePrinted({ request: { ...request, headers: { authorization: KEY } }, result }),
    ).toThrow('the API key is in what is printed of create')
  })

  it('has no secret in a state, a reason or an answer', () => {
    expect(() => watch.seeTold({ kind: 'unknown', reason: `refused ${KEY}` })).toThrow('the API key')
    expect(() => watch.seeTold({ state: JSON.stringify({ pan: NUMBER }) })).toThrow('number of the card')
    expect(() => watch.seeTold({ state: JSON.stringify({ cvc: '739' }) })).toThrow('cvv of the card')
  })
})
