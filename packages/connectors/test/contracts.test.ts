import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { PROVIDER_CONNECTORS } from '../src/declarations.ts'

const HASH_CHARS = 12

function keptOf(type: string): Record<string, unknown> {
  const url = new URL(`../twins/${type}/contract/kept-contract.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as Record<string, unknown>
}

it('names the contract that its twin is held to', () => {
  const stripe = keptOf('stripe')
  expect(PROVIDER_CONNECTORS.stripe.contract).toBe(
    `npm ${stripe['package']} ${stripe['version']}, ${String(stripe['sha256']).slice(0, HASH_CHARS)}`,
  )
  const adyen = keptOf('adyen')
  const [document] = Object.keys(adyen['files'] as object)
  expect(PROVIDER_CONNECTORS.adyen.contract).toBe(
    `${adyen['repository']} ${document}, ${String(adyen['commit']).slice(0, HASH_CHARS)}`,
  )
})
