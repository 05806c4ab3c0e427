import { expect, it } from 'vitest'

import { sayProblem } from './say-problem.ts'

it.each([
  ['is required', 'Currency is required.'],
  ['give a currency such as EUR', 'Give a currency such as EUR.'],
  ['must be a number.', 'Currency must be a number.'],
  ['Enter an amount in EUR, such as 12.50.', 'Enter an amount in EUR, such as 12.50.'],
])('says "%s" of a field as "%s"', (message, said) => {
  expect(sayProblem('Currency', message)).toBe(said)
})
