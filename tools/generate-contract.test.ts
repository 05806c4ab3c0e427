import { expect, it } from 'vitest'
import { generateContract, MERCHANT_CONTRACT_FILE } from './generate-contract.ts'

it('a merchant’s server gets the types of its endpoints and webhooks, but not those of browsers, operators and providers', async () => {
  const text = (await generateContract()).get(MERCHANT_CONTRACT_FILE) ?? ''
  const names = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name)
  expect(names).toEqual(
    expect.arrayContaining(['Envelope', 'Timeline', 'CustomerList', 'TransactionEvent', 'BrowserInfo']),
  )
  expect(
    names.filter((name) => /^Client|Sandbox|OAuth|Provider(?!Redirect)|Types$|Forbidden/.test(name)),
  ).toEqual([])
})
