import { expect, it } from 'vitest'

import { createManualClock } from '../../../../platform/test/manual-clock.ts'
import { makeToken, NOW_MS, openingOf, PAN, send } from '../../../test/wallet-tokens.ts'
import { gatewayMerchantIdOf } from './gateway-merchant-id.ts'
import { createGwalletPay, walletBrandsOf } from './gwallet-pay.ts'
import { RootsUnavailableError } from './keep-roots.ts'
import type { RootKey } from './root-keys.ts'

const MERCHANT_ID = 'merchant-1'
const { roots, recipientId, keys } = openingOf()
const OFFER = {
  scriptUrl: 'https://wallet.example/pay.js',
  environment: 'TEST',
  gatewayId: 'sluice',
  walletMerchantId: null,
  billingAddressRequired: false,
} as const

const makeWallet = (readRoots: () => Promise<readonly RootKey[]>) =>
  createGwalletPay({
    clock: createManualClock(NOW_MS),
    readRoots,
    recipientId,
    keys,
    acceptsEcV1: false,
    describe: () => OFFER,
  })

const tokenFor = (merchantId: string) =>
  send(makeToken({ members: { gatewayMerchantId: gatewayMerchantIdOf(merchantId) } }))

it('a wallet opens only tokens for the merchant that is paid', async () => {
  const wallet = makeWallet(() => Promise.resolve(roots))
  const opened = await wallet.open(tokenFor(MERCHANT_ID), MERCHANT_ID)
  expect(opened.ok && opened.credential.pan.reveal()).toBe(PAN)
  expect(await wallet.open(tokenFor('merchant-2'), MERCHANT_ID)).toEqual({
    ok: false,
    reason: 'other_merchant',
  })
  expect(wallet.describe()).toBe(OFFER)
})

it('a token cannot be verified while the root keys are unavailable', async () => {
  const wallet = makeWallet(() => Promise.reject(new RootsUnavailableError('down')))
  expect(await wallet.open(tokenFor(MERCHANT_ID), MERCHANT_ID)).toEqual({ ok: false, reason: 'unavailable' })
})

it('any other error passes through', async () => {
  const bug = new TypeError('a bug')
  const wallet = makeWallet(() => Promise.reject(bug))
  await expect(wallet.open(tokenFor(MERCHANT_ID), MERCHANT_ID)).rejects.toBe(bug)
})

it('a terminal accepts through the wallet the brands that both have', () => {
  expect(walletBrandsOf(new Set(['MASTERCARD', 'VISA', 'AMEX']))).toEqual(['VISA', 'MASTERCARD'])
  expect(walletBrandsOf(new Set(['MASTERCARD', 'AMEX']))).toEqual(['MASTERCARD'])
})
