import { type Currency, currencyExponent, type ManageType } from '@sluice/types/vocabulary'

import type { AmountLimits } from '../method-catalogue/index.ts'
import {
  type CallDeclaration,
  type DeclaredInstallments,
  type Declarations,
  withoutRestrictions,
  mapCalls,
  USUAL_CALLS,
  USUAL_DEADLINES,
} from '../transactions/index.ts'
import { amountsThatFit } from './amounts-that-fit.ts'
import type { DeclarationsDocument } from './declarations-schema.ts'
import type { MethodEntry } from './method-schema.ts'
import { toMethodSettings } from './method-settings.ts'

type AmountsDocument = NonNullable<DeclarationsDocument['amounts'][string]>

/** The provider's `operations`, `fences` and `methods` in the file, to which its declarations default. */
interface DeclarationDefaults {
  readonly operations: readonly ManageType[]
  readonly fences: boolean
  readonly methods: readonly MethodEntry[]
}

/** Returns the declarations of a provider; members that the file omits have their defaults. */
export function toDeclarations(document: DeclarationsDocument, defaults: DeclarationDefaults): Declarations {
  const { capture, refund, void: voidable } = document.operations
  const usual = withoutRestrictions(new Set(defaults.operations))
  const amounts = Object.entries(document.amounts).map(
    ([currency, said = {}]) => [currency as Currency, said] as const,
  )
  return {
    operations: {
      capture: usual.capture && { ...usual.capture, ...capture },
      refund:
        usual.refund &&
        (refund
          ? { several: refund.several, partly: refund.partly, ofCaptures: refund.of_captures }
          : usual.refund),
      void: voidable && usual.void.size > 0 ? new Set(voidable) : usual.void,
      increment: usual.increment,
      extend: usual.extend,
      verify: document.operations.verify,
      installments: toInstallments(document.operations.installments),
    },
    calls: mapCalls((kind) => toCall(document.calls[kind], USUAL_CALLS[kind], defaults)),
    deadlines: {
      captureMs: document.deadlines.capture ?? USUAL_DEADLINES.captureMs,
      refundMs: document.deadlines.refund ?? USUAL_DEADLINES.refundMs,
      voidUntilMs: document.deadlines.void ?? USUAL_DEADLINES.voidUntilMs,
    },
    requires: document.requires.map(({ members, methods, countries }) => ({
      members,
      methods: methods ? new Set(methods) : null,
      countries: countries ? new Set(countries) : null,
    })),
    methodSettings: toMethodSettings(defaults.methods),
    amounts: new Map(amounts.map(([currency, said]) => [currency, toLimits(currency, said)])),
    exponents: new Map(
      amounts.flatMap(([currency, { exponent }]) =>
        exponent === undefined || exponent === currencyExponent(currency) ? [] : [[currency, exponent]],
      ),
    ),
    takesUpiAddress: document.upi_address,
  }
}

/** Reads in which numbers a provider charges cards in installments. */
export function toInstallments(
  said: boolean | Readonly<Partial<Record<string, readonly number[]>>>,
): DeclaredInstallments {
  if (typeof said === 'boolean') return said
  return new Map(Object.entries(said).map(([currency, counts = []]) => [currency, new Set(counts)]))
}

/** Amounts that the provider's decimals cannot express are refused like those outside its limits. */
function toLimits(
  currency: Currency,
  { min = 1, max = Number.MAX_SAFE_INTEGER, exponent, multiple_of: multiple = 1 }: AmountsDocument,
): AmountLimits {
  const fitting = amountsThatFit(currency, exponent ?? currencyExponent(currency))
  const stepMinor = leastCommonMultiple(multiple, fitting.stepMinor)
  return { minMinor: min, maxMinor: Math.min(max, fitting.maxMinor), ...(stepMinor > 1 && { stepMinor }) }
}

function leastCommonMultiple(one: number, other: number): number {
  const divide = (left: number, right: number): number => (right === 0 ? left : divide(right, left % right))
  return (one / divide(one, other)) * other
}

function toCall(
  call: DeclarationsDocument['calls'][keyof DeclarationsDocument['calls']],
  usual: CallDeclaration,
  { fences }: DeclarationDefaults,
): CallDeclaration {
  const { lookup, fence, undo, asynchronous, deadlines, idempotency } = call ?? {}
  return {
    idempotency: {
      windowMs: idempotency?.window ?? usual.idempotency.windowMs,
      replaysErrors: idempotency?.replays_errors ?? usual.idempotency.replaysErrors,
      maxKeyChars: idempotency?.max_key ?? usual.idempotency.maxKeyChars,
    },
    lookup: lookup ?? usual.lookup,
    fence: fence ?? (fences ? 'native' : 'none'),
    // Without an answer a payment is known only by the gateway's key, which such a provider must be declared to know.
    undo: undo ?? (lookup === 'events-only' ? 'by-their-id' : usual.undo),
    asynchronous: asynchronous ?? usual.asynchronous,
    deadlines: {
      unknownMs: deadlines?.unknown ?? usual.deadlines.unknownMs,
      pendingMs: deadlines?.pending ?? usual.deadlines.pendingMs,
    },
  }
}
