import { expect, it } from 'vitest'

import { describeProblem } from './describe-problem.ts'

it.each([
  ['is required', 'Currency is required.'],
  ['give a currency such as EUR', 'Give a currency such as EUR.'],
  ['must be a number.', 'Currency must be a number.'],
  ['Enter an amount in EUR, such as 12.50.', 'Enter an amount in EUR, such as 12.50.'],
])('formats the problem "%s" of a field as "%s"', (message, said) => {
  expect(describeProblem('Currency', message)).toBe(said)
})
