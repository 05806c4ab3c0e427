import type * as z from 'zod'
import { expect, expectTypeOf, it } from 'vitest'
import type { ContractTypes, EndpointTypes } from './contract.ts'
import type { EndpointName } from './endpoints.ts'
import type * as contract from './index.ts'

type SchemaOf<Name extends string> = Name extends 'OAuthError'
  ? typeof contract.oauthError
  : Uncapitalize<Name> extends keyof typeof contract
    ? (typeof contract)[Uncapitalize<Name>]
    : never

type Agrees<Left, Right> = Left extends Right ? (Right extends Left ? true : false) : false

/** The names whose type says another thing than their schema. */
type Disagreement = {
  [Name in keyof ContractTypes]: SchemaOf<Name> extends z.ZodType<infer Output>
    ? Agrees<[ContractTypes[Name]], [Output]> extends true
      ? never
      : Name
    : never
}[keyof ContractTypes]

it('types: the written types match the schemas', () => {
  const disagreement: Disagreement[] = []
  const none: never[] = disagreement
  expect(none).toEqual([])
  expectTypeOf<SchemaOf<'Transaction'>>().not.toBeNever()
})

it('types: the endpoint table and the written types name the same endpoints', () => {
  expectTypeOf<keyof EndpointTypes>().toEqualTypeOf<EndpointName>()
})
