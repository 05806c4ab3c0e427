import type { RiskSettings } from '@sluice/types'

import { STANDARD_RISK, toRiskRules } from '../src/risk/index.ts'

const { production } = STANDARD_RISK
if (production === null) throw new Error('production counts nothing')

/** The default rules of production, in the form of a sandbox request. */
export const PRODUCTION_RULES: RiskSettings = { rules: toRiskRules(production) }
