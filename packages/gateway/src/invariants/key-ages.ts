import type { AgedKey, Invariant } from './invariant.ts'

const DAY_MS = 86_400_000

/** PCI DSS 3.7.4: keys are changed at the end of their cryptoperiod. */
export const KEY_AGES: Invariant = {
  id: 'I13',
  title: 'No key is used beyond its cryptoperiod',
  async find({ listKeys, nowMs }) {
    return (await listKeys()).flatMap((key) => describeOverage(key, nowMs) ?? [])
  },
}

/** @returns The problem with the key's age and how to change the key; null while it may be used. */
export function describeOverage(
  { name, usedSinceMs, limitDays, remedy }: AgedKey,
  nowMs: number,
): string | null {
  const days = Math.floor((nowMs - usedSinceMs) / DAY_MS)
  if (days <= limitDays) return null
  return `${name}: used for ${days} days, the limit is ${limitDays}: ${remedy}`
}
