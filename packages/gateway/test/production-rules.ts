import type { RiskSettings } from '@sluice/types'

import { STANDARD_RISK, toRiskRules } from '../src/risk/index.ts'

const { production } = STANDARD_RISK
if (production === null) throw new Error('production counts nothing')

/** What production counts without being told to, as a sandbox is asked for it. */
export const PRODUCTION_RULES: RiskSettings = { rules: toRiskRules(production) }
