import type { Rule, Settings } from './settings.ts'

/** The part of the settings that contains the rules. */
export type RuleSettings = Pick<Settings, 'standard_rules'> & {
  readonly settings: Pick<Settings['settings'], 'risk'>
}

/** The body of a request that saves rules: all rules to apply, or null for the default rules of the environment. */
export interface RulesChange {
  readonly rules: readonly Rule[] | null
}

/** Returns the rules that apply: those of the merchant, or the default rules if the merchant has none of its own. */
export function activeRules({ settings: { risk }, standard_rules: standard }: RuleSettings): readonly Rule[] {
  return risk?.rules ?? standard
}

/** Returns whether the default rules apply unchanged; with a block list the gateway stores them explicitly. */
export function hasStandardRules(settings: RuleSettings): boolean {
  return isStandard(activeRules(settings), settings)
}

/** Adds a rule. The default rules still apply next to a merchant's first own rule. */
export function withRule(settings: RuleSettings, rule: Rule): RulesChange {
  return toChange([...activeRules(settings), rule], settings)
}

export function withoutRule(settings: RuleSettings, id: string): RulesChange {
  return toChange(
    activeRules(settings).filter((rule) => rule.id !== id),
    settings,
  )
}

/** Returns the change. A list that equals the default rules is stored as null, so that it follows later defaults. */
function toChange(rules: readonly Rule[], settings: RuleSettings): RulesChange {
  return { rules: isStandard(rules, settings) ? null : rules }
}

/** The gateway writes the members of every rule in one order. */
function isStandard(rules: readonly Rule[], { standard_rules: standard }: RuleSettings): boolean {
  return JSON.stringify(rules) === JSON.stringify(standard)
}
