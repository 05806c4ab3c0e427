import { expect, it, vi } from 'vitest'
import { createAWalletIssuer, makeMerchant } from '../../test/awallet-issuer.ts'
import type { SealedNetworkToken } from '../cards/network-token.ts'
import { decryptAWalletToken } from './decrypt-a-wallet-token.ts'
import { sealAWalletToken } from './seal-a-wallet-token.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 9)
const issuer = createAWalletIssuer(NOW_MS)
const merchant = makeMerchant()
const options = { roots: issuer.rootPem, now: () => NOW_MS }

it('a device wallet’s token becomes a payment method with its sealed content', async () => {
  const token = issuer.issue(merchant)
  const sealed = { encrypted_token_number: 'sealed' } as unknown as SealedNetworkToken
  const encryptNetworkToken = vi.fn(() => Promise.resolve(sealed))
  const method = await sealAWalletToken({ encryptNetworkToken }, token, [merchant], options)
  expect(method).toEqual({ type: 'network-token', data: sealed })
  const opened = await decryptAWalletToken(token, [merchant], options)
  expect(encryptNetworkToken).toHaveBeenCalledExactlyOnceWith(opened)
})

it('a token that was confirmed for another amount is not sealed', async () => {
  const encryptNetworkToken = vi.fn()
  const further = { ...options, currency: 'EUR', amount: 1 } as const
  await expect(
    sealAWalletToken({ encryptNetworkToken }, issuer.issue(merchant), [merchant], further),
  ).rejects.toMatchObject({ code: 'AMOUNT_MISMATCH' })
  expect(encryptNetworkToken).not.toHaveBeenCalled()
})
