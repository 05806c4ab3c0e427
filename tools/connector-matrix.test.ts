import { readFileSync } from 'node:fs'

import { ALTERNATIVE_TYPES } from '../packages/types/src/vocabulary/index.ts'
import { expect, it } from 'vitest'

import { PROVIDER_CONNECTOR_TYPES, PROVIDER_CONNECTORS } from '../packages/connectors/src/declarations.ts'
import { describeConnectors, listLeftOut, listUnserved, PAGE } from './connector-matrix.ts'
import { LEFT_OUT, UNSERVED } from './methods-left-out.ts'

it('matches the declarations: node --conditions=@sluice/source tools/connector-matrix.ts --write', () => {
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

it('gives a reason for every omitted method, and for no other', () => {
  expect(Object.keys(UNSERVED).toSorted()).toEqual(listUnserved().toSorted())
  for (const type of PROVIDER_CONNECTOR_TYPES)
    expect(Object.keys(LEFT_OUT[type]).toSorted()).toEqual(listLeftOut(PROVIDER_CONNECTORS[type]).toSorted())
})
