import { expect, it } from 'vitest'
import { failedPlaywright, failedVitest } from './failed-tests.mjs'

it('lists the name, the file and the message of each failed unit test, and why a file did not load', () => {
  const passed = { fullName: 'adds', status: 'passed', failureMessages: [] }
  const failed = {
    fullName: 'money › rounds',
    status: 'failed',
    failureMessages: ['\u001B[31m1 is not 2\u001B[39m'],
  }
  expect(
    failedVitest({
      testResults: [
        { name: '/clone/src/money.test.ts', message: '', assertionResults: [passed, failed] },
        { name: '/clone/src/broken.test.ts', message: 'Unexpected end of input', assertionResults: [] },
      ],
    }),
  ).toEqual(['✗ money.test.ts › money › rounds\n1 is not 2', '✗ broken.test.ts\nUnexpected end of input'])
  expect(failedVitest(undefined)).toEqual([])
})

it('lists the path and every message of each failed browser test at any depth', () => {
  const attempt = (...messages: string[]) => ({ errors: messages.map((message) => ({ message })) })
  const spec = (title: string, status: string, ...results: ReturnType<typeof attempt>[]) => ({
    title,
    tests: [{ status, results }],
  })
  const pays = spec('pays', 'unexpected', attempt('\u001B[31mno bank\u001B[39m', 'the page closed'))
  expect(
    failedPlaywright({
      errors: [{ message: 'no tests found' }],
      suites: [
        {
          title: 'direct-api.spec.ts',
          specs: [spec('opens', 'expected', attempt()), spec('shakes', 'flaky', attempt('once'), attempt())],
          suites: [{ title: 'At the bank:', specs: [pays] }],
        },
      ],
    }),
  ).toEqual([
    '✗ a file of tests\nno tests found',
    '✗ direct-api.spec.ts › At the bank: › pays\nno bank\nthe page closed',
  ])
  expect(failedPlaywright(undefined)).toEqual([])
})

it('cuts a message that would hide the others', () => {
  const message = 'x'.repeat(100_000)
  const [text] = failedPlaywright({ errors: [{ message }] })
  expect(text?.length).toBeLessThan(4_000)
})
