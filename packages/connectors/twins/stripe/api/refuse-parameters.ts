import type { ErrorObject } from 'ajv'

import { type Refusal, badParameter } from './refusal.ts'

type Translate = (param: string, error: ErrorObject) => Refusal

/** Stripe's responses to requests that violate its contract, by the kind of violation. */
const BY_KEYWORD: Readonly<Record<string, Translate>> = {
  additionalProperties: (param, { params }) => {
    const name = within(param, String(params['additionalProperty']))
    return badParameter(name, `Received unknown parameter: ${name}`, 'parameter_unknown')
  },
  required: (param, { params }) => {
    const name = within(param, String(params['missingProperty']))
    return badParameter(name, `Missing required param: ${name}.`, 'parameter_missing')
  },
  enum: (param, { params }) =>
    badParameter(
      param,
      `Invalid ${param}: must be one of ${(params['allowedValues'] as string[]).join(', ')}`,
    ),
  pattern: (param) => badParameter(param, `Invalid integer: ${param}`, 'parameter_invalid_integer'),
  type: (param, { params }) => badParameter(param, `Invalid ${String(params['type'])}: ${param}`),
}

/** Returns the refusal for the first meaningful error. The error of a choice means less than those of its branches. */
export function refuseParameters(errors: readonly ErrorObject[]): Refusal {
  const telling =
    errors.find(({ keyword }) => keyword === 'additionalProperties') ??
    errors.find(({ keyword }) => keyword in BY_KEYWORD)
  const translate = BY_KEYWORD[telling?.keyword ?? '']
  if (!telling || !translate) return badParameter('', 'Invalid request parameters.')
  return translate(paramAt(telling.instancePath), telling)
}

function paramAt(pointer: string): string {
  const [first = '', ...rest] = pointer.split('/').slice(1)
  return `${first}${rest.map((part) => `[${part}]`).join('')}`
}

function within(param: string, name: string): string {
  return param === '' ? name : `${param}[${name}]`
}
