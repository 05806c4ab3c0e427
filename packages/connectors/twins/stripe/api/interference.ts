import type { FaultKind } from '../http/faults.ts'
import type { ApiAnswer } from './api.ts'

const HTML: ApiAnswer = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n',
}

function refused(code: string, message: string, reason: string): ApiAnswer {
  return {
    status: 429,
    headers: {
      'content-type': 'application/json',
      'stripe-rate-limited-reason': reason,
      'stripe-should-retry': 'true',
    },
    body: JSON.stringify({ error: { type: 'invalid_request_error', code, message } }),
  }
}

/** The responses that replace Stripe's answer before anything was executed. */
export const BEFORE: Readonly<Partial<Record<FaultKind, ApiAnswer>>> = {
  'html-502': HTML,
  'rate-limit': refused(
    'rate_limit',
    'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
    'global-rate',
  ),
  'lock-timeout': refused(
    'lock_timeout',
    'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
    'resource-specific',
  ),
  'error-500': {
    status: 500,
    headers: { 'content-type': 'application/json', 'stripe-should-retry': 'true' },
    body: JSON.stringify({
      error: { type: 'api_error', message: 'An error occurred while processing your request.' },
    }),
  },
}

/** The responses that replace Stripe's answer after everything was executed. */
export const AFTER: Readonly<Partial<Record<FaultKind, ApiAnswer>>> = { 'html-502-after': HTML }
