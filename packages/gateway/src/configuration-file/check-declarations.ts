import type { ConfigProblem } from '../config-values.ts'
import {
  CALL_KINDS,
  type CallKind,
  type Lookup,
  PREPARED_KINDS,
  UNDONE_KINDS,
} from '../transactions/index.ts'
import type { FileDocument } from './file-schema.ts'
import { typeOf } from './method-schema.ts'

type Provider = FileDocument['providers'][number]

/** Lists contradictions in a provider's declarations, so that the gateway offers only what can work. */
export function checkDeclarations(
  { providers }: FileDocument,
  place: (path: readonly PropertyKey[]) => string,
): ConfigProblem[] {
  return providers.flatMap((provider, at) => {
    // A connector declares its own.
    if (provider.type !== 'http') return []
    return [
      ...findUnlisted(provider),
      ...findImpossible(provider),
      ...findUnprepared(provider),
      ...findNotUndone(provider),
      ...findUnreported(provider),
      ...findUnserved(provider),
    ].map(({ path, got, fix }) => ({ name: place(['providers', at, 'declarations', ...path]), got, fix }))
  })
}

interface Problem {
  readonly path: readonly PropertyKey[]
  readonly got: string
  readonly fix: string
}

const TYPES = { capture: 'CAPTURE', refund: 'REFUND', void: 'VOID' } as const

function findUnlisted({ operations, declarations }: Provider): Problem[] {
  return (['capture', 'refund', 'void'] as const)
    .filter((kind) => declarations.operations[kind] !== undefined && !operations.includes(TYPES[kind]))
    .map((kind) => ({
      path: ['operations', kind],
      got: `a declaration for ${TYPES[kind]}, which its operations do not list`,
      fix: `add ${TYPES[kind]} to the operations of the provider, or remove the declaration`,
    }))
}

const BY_QUESTION: readonly Lookup[] = ['by-our-key', 'by-their-id']

const ONCE: readonly Lookup[] = [...BY_QUESTION, 'events-only']

const REPEATABLE: readonly Lookup[] = [...ONCE, 'by-repeat']

/** Requests with a card, a code or an account are not stored, so they cannot be resent. */
const LOOKUPS_OF: Readonly<Record<CallKind, readonly Lookup[]>> = {
  authorization: ONCE,
  order: ONCE,
  payout: ONCE,
  capture: REPEATABLE,
  refund: REPEATABLE,
  void: REPEATABLE,
  increment: REPEATABLE,
  extend: REPEATABLE,
}

function findImpossible({ declarations }: Provider): Problem[] {
  return CALL_KINDS.flatMap((kind) => {
    const lookup = declarations.calls[kind]?.lookup
    if (lookup === undefined || LOOKUPS_OF[kind].includes(lookup)) return []
    const fix = `use ${LOOKUPS_OF[kind].join(' or ')}`
    return [{ path: ['calls', kind, 'lookup'], got: `${lookup}, which does not find ${kind}`, fix }]
  })
}

function findUnprepared({ declarations }: Provider): Problem[] {
  return CALL_KINDS.filter(
    (kind) => declarations.calls[kind]?.fence === 'cancel-prepared' && !PREPARED_KINDS.includes(kind),
  ).map((kind) => ({
    path: ['calls', kind, 'fence'],
    got: `cancel-prepared, but ${kind} is never prepared`,
    fix: 'use native or none',
  }))
}

function findNotUndone({ declarations }: Provider): Problem[] {
  return CALL_KINDS.flatMap((kind) => {
    const undo = declarations.calls[kind]?.undo
    if (undo === undefined || UNDONE_KINDS.includes(kind)) return []
    return [{ path: ['calls', kind, 'undo'], got: `${undo}, but ${kind} is never undone`, fix: 'remove it' }]
  })
}

function findUnreported({ callback_secret_files: secrets, declarations }: Provider): Problem[] {
  return CALL_KINDS.filter(
    (kind) => declarations.calls[kind]?.lookup === 'events-only' && secrets.length === 0,
  ).map((kind) => ({
    path: ['calls', kind, 'lookup'],
    got: 'events-only without a secret that authenticates provider callbacks',
    fix: 'add a file to callback_secret_files, or use another lookup',
  }))
}

function findUnserved({ methods, declarations }: Provider): Problem[] {
  return declarations.requires.flatMap(({ methods: named = [] }, index) =>
    named
      .filter((method) => !methods.some((served) => typeOf(served) === method))
      .map((method) => ({
        path: ['requires', index, 'methods'],
        got: `${JSON.stringify(method)}, which the provider does not support`,
        fix: `use ${methods.map(typeOf).join(' or ')}`,
      })),
  )
}
