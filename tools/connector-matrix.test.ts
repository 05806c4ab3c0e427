import { readFileSync } from 'node:fs'

import { ALTERNATIVE_TYPES } from '../packages/types/src/vocabulary/index.ts'
import { expect, it } from 'vitest'

import { PROVIDER_CONNECTORS } from '../packages/connectors/src/declarations.ts'
import { describeConnectors, PAGE } from './connector-matrix.ts'

it('is what the declarations say: node --conditions=@sluice/source tools/connector-matrix.ts --write', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(describeConnectors())
})

it('has every method of the gateway, served or not', () => {
  const page = describeConnectors()
  expect(ALTERNATIVE_TYPES.filter((type) => !page.includes(`\`${type}\``))).toEqual([])
})

it('lists a method as not served only if no connector serves it', () => {
  const [, unserved = ''] = describeConnectors().split('## What no connector serves yet')
  const served = Object.values(PROVIDER_CONNECTORS).flatMap(({ declared }) => declared.methods)
  expect(served.map(({ type }) => type).filter((type) => unserved.includes(`\`${type}\``))).toEqual([])
})
