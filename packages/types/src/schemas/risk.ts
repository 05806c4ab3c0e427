import * as z from 'zod'

import {
  LIMITS,
  PROCESSING_CODE_LIST,
  RISK_EFFECTS,
  RISK_MEASURES,
  RISK_REFUSAL_CODES,
  RISK_SUBJECTS,
} from '../vocabulary/index.ts'
import { boundedInteger, currency, email, ipAddress, patternText } from './common.ts'
import { membersRule, MESSAGES, type Problem } from './rules.ts'

/** The members that belong to each kind of count; a member without effect is a misunderstanding. */
function ruleProblems({
  counts,
  subject,
  currency,
  codes,
}: Readonly<Record<string, unknown>>): readonly Problem[] {
  const isRefusals = counts === 'REFUSALS' || counts === 'REFUSED_CARDS'
  const problems: (Problem | false)[] = [
    counts === 'AMOUNT' && currency === undefined && { message: MESSAGES.required, path: ['currency'] },
    counts !== 'AMOUNT' &&
      currency !== undefined && { message: 'means something with AMOUNT only', path: ['currency'] },
    !isRefusals &&
      codes !== undefined && {
        message: 'means something with REFUSALS and REFUSED_CARDS only',
        path: ['codes'],
      },
    counts === 'REFUSED_CARDS' &&
      subject === 'CARD' && { message: 'counts one card only: take REFUSALS', path: ['counts'] },
  ]
  return problems.filter((problem) => problem !== false)
}

/** A rule that declines or reports payments by a count. */
export const riskRule = z
  .strictObject({
    id: patternText(/^[a-z0-9][a-z0-9-]{0,39}$/).meta({
      description: 'Names the rule in the log and in metrics: lower-case letters, digits and hyphens.',
    }),
    subject: z.enum(RISK_SUBJECTS).meta({
      description:
        'The subject whose payments are counted together: CARD by its fingerprint, CUSTOMER by id or else by e-mail address, ADDRESS of the shopper (IPv6 by its /64), MERCHANT, PROVIDER_ACCOUNT that is called first.',
    }),
    counts: z.enum(RISK_MEASURES).meta({
      description:
        'PAYMENTS that began, AMOUNT of pending or approved ones, REFUSALS, or REFUSED_CARDS (different cards). A pending attempt counts as refused until it ends otherwise.',
    }),
    most: boundedInteger(1, Number.MAX_SAFE_INTEGER).meta({
      description: 'The limit; for AMOUNT in minor units. The payment that would exceed it matches.',
    }),
    within_minutes: boundedInteger(1, LIMITS.RISK_WINDOW_MAX_MINUTES).meta({
      description: 'The period that is counted, in minutes.',
    }),
    codes: z
      .array(z.enum(PROCESSING_CODE_LIST))
      .optional()
      .meta({
        description: `The codes that count as refusals; by default, the issuers’ verdicts on cards: ${RISK_REFUSAL_CODES.join(', ')}.`,
      }),
    currency: currency
      .optional()
      .meta({ description: 'The currency that AMOUNT adds up; others are left out.' }),
    effect: z.enum(RISK_EFFECTS).optional().meta({
      description: 'BLOCK declines the payment, NOTE only notifies the operator; BLOCK by default.',
    }),
  })
  .check(membersRule(ruleProblems))
  .meta({
    id: 'RiskRule',
    clause: 'risk#risk-rules',
    description: 'A limit within a period.',
  })

/** The block lists of a merchant. */
export const riskBlocked = z
  .strictObject({
    cards: z
      .array(patternText(/^[A-Za-z0-9_-]{43}$/))
      .max(LIMITS.RISK_BLOCKED_MAX)
      .optional()
      .meta({
        description: 'Fingerprints of cards, as `payment_method.hash` of a transaction shows them.',
      }),
    emails: z
      .array(email)
      .max(LIMITS.RISK_BLOCKED_MAX)
      .optional()
      .meta({ description: 'E-mail addresses of customers; kept as keyed hashes.' }),
    addresses: z
      .array(ipAddress)
      .max(LIMITS.RISK_BLOCKED_MAX)
      .optional()
      .meta({ description: 'Addresses of shoppers, IPv6 by its /64; kept as keyed hashes.' }),
  })
  .meta({
    id: 'RiskBlocked',
    clause: 'risk#risk-rules',
    description: `Payments that are declined with 4100, before all rules; ${LIMITS.RISK_BLOCKED_MAX} entries of each kind at most.`,
  })

/** All rules and block lists of a merchant. */
export const riskSettings = z
  .strictObject({
    rules: z
      .array(riskRule)
      .max(LIMITS.RISK_RULES_MAX)
      .optional()
      .meta({ description: `Limits, ${LIMITS.RISK_RULES_MAX} at most; without it none.` }),
    blocked: riskBlocked.optional().meta({ description: 'The blocked shoppers and cards; none by default.' }),
  })
  .meta({
    id: 'RiskSettings',
    clause: 'risk#risk-rules',
    description: 'The rules by which payments are declined without calling a bank or provider.',
  })
