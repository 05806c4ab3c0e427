import type { RiskSettings as WireRiskSettings } from '@sluice/types'
import { RISK_REFUSAL_CODES } from '@sluice/types/vocabulary'

import type { RiskSettings } from './risk-settings.ts'

const MINUTE_MS = 60_000

/** Parses the settings in a sandbox request or the configuration file. The block list is as people wrote it. */
export function fromRiskSettings({ rules = [], blocked = {} }: WireRiskSettings): RiskSettings {
  return {
    rules: rules.map((rule) => ({
      id: rule.id,
      subject: rule.subject,
      counts: rule.counts,
      codes: rule.codes ?? RISK_REFUSAL_CODES,
      currency: rule.currency ?? null,
      most: rule.most,
      windowMs: rule.within_minutes * MINUTE_MS,
      effect: rule.effect ?? 'BLOCK',
    })),
    blocked: {
      cards: blocked.cards ?? [],
      emails: blocked.emails ?? [],
      addresses: blocked.addresses ?? [],
    },
  }
}

/** Builds rules in the form that {@link fromRiskSettings} reads. */
export function toRiskRules({ rules }: RiskSettings): NonNullable<WireRiskSettings['rules']> {
  return rules.map(({ id, subject, counts, codes, currency, most, windowMs, effect }) => ({
    id,
    subject,
    counts,
    most,
    within_minutes: windowMs / MINUTE_MS,
    effect,
    ...(counts === 'REFUSALS' || counts === 'REFUSED_CARDS' ? { codes: [...codes] } : {}),
    ...(currency === null ? {} : { currency }),
  })) as NonNullable<WireRiskSettings['rules']>
}
