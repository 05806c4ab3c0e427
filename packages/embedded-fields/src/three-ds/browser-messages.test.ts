import { describe, expect, it } from 'vitest'

import { decodeActionToken } from './action-token.ts'
import { encodeChallengeRequest, encodeMethodData, readWindowMessage } from './browser-messages.ts'
import { parseWebAddress } from './web-address.ts'

const TRANS_ID = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'

describe('three-ds messages', () => {
  it('encode the method data as EMV 3DS wants it', () => {
    const encoded = encodeMethodData({
      threeDsServerTransId: TRANS_ID,
      notificationUrl: `https://gateway.example/three-ds/${TRANS_ID}/method-notification-url`,
    })
    expect(encoded).toBe(
      'eyJ0aHJlZURTU2VydmVyVHJhbnNJRCI6IjhhODgwZGMwLWQyZDItNDA2Ny1iY2IxLWIwOGQxNjkwYjI2ZSIsInRocmVlRFNNZXRob2ROb3RpZmljYXRpb25VUkwiOiJodHRwczovL2dhdGV3YXkuZXhhbXBsZS90aHJlZS1kcy84YTg4MGRjMC1kMmQyLTQwNjctYmNiMS1iMDhkMTY5MGIyNmUvbWV0aG9kLW5vdGlmaWNhdGlvbi11cmwifQ',
    )
  })

  it('encode the challenge request, members in order', () => {
    const encoded = encodeChallengeRequest({
      threeDsServerTransId: TRANS_ID,
      acsTransId: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
      messageVersion: '2.2.0',
      windowSize: '02',
    })
    expect(encoded).toBe(
      'eyJ0aHJlZURTU2VydmVyVHJhbnNJRCI6IjhhODgwZGMwLWQyZDItNDA2Ny1iY2IxLWIwOGQxNjkwYjI2ZSIsImFjc1RyYW5zSUQiOiJkN2MxZWU5OS05NDc4LTQ0YTYtYjFmMi0zOTFlMjljNmIzNDAiLCJtZXNzYWdlVmVyc2lvbiI6IjIuMi4wIiwibWVzc2FnZVR5cGUiOiJDUmVxIiwiY2hhbGxlbmdlV2luZG93U2l6ZSI6IjAyIn0',
    )
  })

  it('read an action token beyond ASCII, in either alphabet', () => {
    const token = Buffer.from('{"acs_url":"https://acs.example/š?>"}').toString('base64')
    expect(decodeActionToken(token).acs_url).toBe('https://acs.example/š?>')
    expect(decodeActionToken(token.replaceAll('+', '-').replaceAll('/', '_')).acs_url).toContain('š')
  })

  it.each([
    [{ type: 'CHALLENGE_RESPONSE', trans_status: 'Y' }, 'Y'],
    ['{"type":"CHALLENGE_RESPONSE","trans_status":"N","three_ds_server_trans_id":"x"}', 'N'],
  ])('read the window message %j', (data, transStatus) => {
    expect(readWindowMessage(data)).toMatchObject({ type: 'CHALLENGE_RESPONSE', transStatus })
  })

  it.each(['/*framebus*/{}', '{"type":1}', null, 7, 'null', '[]'])('are not found in %j', (data) => {
    expect(readWindowMessage(data)).toBeNull()
  })
})

describe('parseWebAddress', () => {
  it.each([
    ['https://acs.example/challenge', true],
    ['http://localhost:8080/acs', true],
    ['http://127.0.0.1/acs', true],
    ['http://acs.example/', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['/relative', false],
    ['', false],
  ])('%j is allowed: %s', (address, allowed) => {
    expect(parseWebAddress(address) !== null).toBe(allowed)
  })
})
