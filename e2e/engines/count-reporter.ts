import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'

interface Count {
  passed: number
  failed: number
  limits: number
}

/** One line for each test, and at the end `engine: N passed, M failed` for each engine. */
export default class CountReporter implements Reporter {
  readonly #counts = new Map<string, Count>()

  onTestEnd(test: TestCase, { status, error, duration }: TestResult): void {
    const engine = test.parent.project()?.name ?? ''
    const count = this.#counts.get(engine) ?? { passed: 0, failed: 0, limits: 0 }
    this.#counts.set(engine, count)
    const isExpected = test.outcome() === 'expected'
    // A test that has to fail names a limit of the engine.
    const kind = !isExpected ? 'failed' : test.expectedStatus === 'failed' ? 'limits' : 'passed'
    count[kind] += 1
    const mark = { passed: '✓', failed: '✗', limits: '≠' }[kind]
    this.#print(
      `${mark} ${engine}: ${test.titlePath().slice(3).join(' › ')} (${(duration / 1000).toFixed(1)} s)`,
    )
    for (const { type, description } of kind === 'limits' ? test.annotations : [])
      this.#print(`    ${type === 'fail' ? 'a limit of the engine' : type}: ${description ?? ''}`)
    if (kind === 'failed') this.#print(error?.stack ?? error?.message ?? status)
  }

  /** Outside of every test: a file that does not load. */
  onError({ stack, message }: TestError): void {
    this.#print(stack ?? message)
  }

  onEnd({ status }: FullResult): void {
    if (status !== 'passed') this.#print(`The run ended as ${status}.`)
    for (const [engine, { passed, failed, limits }] of this.#counts)
      this.#print(`${engine}: ${passed} passed, ${failed} failed, ${limits} known limits`)
  }

  #print(line: string | undefined): void {
    process.stdout.write(`${line ?? ''}\n`)
  }

  printsToStdio(): boolean {
    return true
  }
}
