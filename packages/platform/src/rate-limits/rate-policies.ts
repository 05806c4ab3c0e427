import { LIMITS } from '@sluice/types/vocabulary'

import type { RatePolicy } from './token-bucket.ts'

/** The limits that are counted, each per the subject that it names. @see docs/protocol/errors-and-limits.md#rate-limits */
export const RATE_POLICIES = {
  /** Per client id. */
  api: { name: 'api', perSecond: LIMITS.API_RATE_PER_SECOND, burst: LIMITS.API_BURST_REQUESTS },
  /** Per requested transaction or session. */
  status: { name: 'status', perSecond: LIMITS.STATUS_RATE_PER_SECOND, burst: LIMITS.STATUS_RATE_PER_SECOND },
  /** Per address and session. */
  browser: {
    name: 'browser',
    perSecond: LIMITS.CLIENT_RATE_PER_SECOND,
    burst: LIMITS.CLIENT_BURST_REQUESTS,
  },
  /** Per client id and address, so that a stranger who knows only the id cannot use up its owner's limit. */
  token: { name: 'token', perSecond: LIMITS.TOKEN_RATE_PER_SECOND, burst: LIMITS.TOKEN_BURST_REQUESTS },
  /** Per provider and address: forged callbacks from elsewhere do not keep a provider's own out. */
  callback: {
    name: 'callback',
    perSecond: LIMITS.CALLBACK_RATE_PER_SECOND,
    burst: LIMITS.CALLBACK_RATE_PER_SECOND,
  },
  /** Per IP address: status queries to providers caused by pages without credentials. */
  question: { name: 'question', perSecond: 5, burst: 50 },
  /** Per address: reports of browsers about pages, which come without credentials. */
  report: { name: 'report', perSecond: 1, burst: 10 },
} as const satisfies Readonly<Record<string, RatePolicy>>

export type RatePolicyName = keyof typeof RATE_POLICIES
