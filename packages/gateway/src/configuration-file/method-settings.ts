import type { Currency } from '@sluice/types/vocabulary'

import type { MethodSettings, SettingsByMethod } from '../method-catalogue/index.ts'
import { type MethodEntry, typeOf } from './method-schema.ts'

type Written = Exclude<MethodEntry, string>

/** Returns the settings of single methods in a list; entries that are only types have none. */
export function toMethodSettings(entries: readonly MethodEntry[]): SettingsByMethod {
  return new Map(
    entries.flatMap((entry) =>
      typeof entry === 'string' ? [] : [[typeOf(entry), toSettings(entry)] as const],
    ),
  )
}

function toSettings({ type: _, also_called: alsoCalled, amounts, ...same }: Written): MethodSettings {
  const limits = Object.entries(amounts ?? {}).map(
    ([currency, { min = 1, max = Number.MAX_SAFE_INTEGER } = {}]) =>
      [currency as Currency, { minMinor: min, maxMinor: max }] as const,
  )
  const settings = {
    ...same,
    alsoCalled,
    ...(amounts && { amounts: Object.fromEntries(limits) }),
  }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

/** Builds a terminal's entry for a method: an object if it has settings. */
export function toMethodEntry(type: string, settings: MethodSettings | undefined): MethodEntry {
  if (settings === undefined) return type as MethodEntry
  const { alsoCalled, amounts, ...same } = settings
  const entry = {
    type,
    ...same,
    ...(alsoCalled && { also_called: [...alsoCalled] }),
    ...(amounts && { amounts: toAmounts(amounts) }),
  }
  return entry as MethodEntry
}

function toAmounts(amounts: NonNullable<MethodSettings['amounts']>) {
  return Object.fromEntries(
    Object.entries(amounts).map(([currency, { minMinor, maxMinor }]) => [
      currency,
      { min: minMinor, ...(maxMinor < Number.MAX_SAFE_INTEGER && { max: maxMinor }) },
    ]),
  )
}
