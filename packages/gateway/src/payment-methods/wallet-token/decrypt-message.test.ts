import { toAgreementKey } from '@sluice/shared/p256'
import { expect, it } from 'vitest'

import { KEYS, makeToken } from '../../../test/wallet-tokens.ts'
import { decryptMessage } from './decrypt-message.ts'

const { signedMessage } = makeToken({ payload: 'plaintext' })
const members = JSON.parse(signedMessage) as Record<string, string>
const decrypt = (message: unknown) =>
  decryptMessage(
    {
      version: 'ECv2',
      signature: '',
      intermediate: null,
      signedMessage: typeof message === 'string' ? message : JSON.stringify(message),
    },
    [toAgreementKey(KEYS.recipient)],
  )

it('a message is decrypted with the key for which it was sealed', () => {
  expect(decrypt(signedMessage)).toEqual({ ok: true, plaintext: Buffer.from('plaintext') })
})

it.each<[string, unknown]>([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a message with an extra member', { ...members, version: '1' }],
  ...Object.keys(members).flatMap((name): [string, unknown][] => [
    [`a message without ${name}`, { ...members, [name]: undefined }],
    [`a message whose ${name} is a number`, { ...members, [name]: 1234 }],
    [`a message whose ${name} is no Base64`, { ...members, [name]: '!!!!' }],
  ]),
])('%s is unreadable', (_, message) => {
  expect(decrypt(message)).toEqual({ ok: false, reason: 'message_unreadable' })
})

it('a truncated tag decrypts nothing', () => {
  const tag = Buffer.from(members['tag'] ?? '', 'base64')
  expect(decrypt({ ...members, tag: tag.subarray(0, 31).toString('base64') })).toEqual({
    ok: false,
    reason: 'undecryptable',
  })
})
