import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { formatAmount } from '../wording/format.ts'
import type { Rule } from './settings.ts'

/** Describes the limit of a rule: an amount in its currency, or a number. */
export function describeRule({ subject, counts, most, currency, within_minutes: minutes }: Rule): string {
  const { subjects, measures, describe } = SETTINGS_TEXTS.rules
  const limit = currency === undefined ? String(most) : formatAmount(most, currency)
  return describe(subjects[subject] ?? subject, measures[counts] ?? counts, limit, minutes)
}
