import type { RunnerTestCase } from 'vitest'

/** The time limit of a test: after this, it waits for something that the mutant removed. */
const LIMIT_MS = 5_000

/** The runner's data of a test: the callbacks that the body passed to `onTestFinished`. */
interface WithCleanups {
  onFinished?: ((context: RunnerTestCase['context']) => unknown)[]
}

/** Tests fake the clock. */
const startTimer = setTimeout

/** Runs the body of a test again, including its clean-up. */
export async function runBody(
  test: RunnerTestCase,
  body: () => unknown,
): Promise<'passes' | 'fails' | 'hangs'> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<'hangs'>((resolve) => {
    timer = startTimer(() => resolve('hangs'), LIMIT_MS)
  })
  try {
    const outcome = await Promise.race([runToEnd(test, body), limit])
    return outcome === 'passes' && test.result?.state === 'fail' ? 'fails' : outcome
  } finally {
    clearTimeout(timer)
    if (test.result) {
      test.result.state = 'run'
      delete test.result.errors
    }
  }
}

async function runToEnd(test: RunnerTestCase, body: () => unknown): Promise<'passes' | 'fails'> {
  try {
    await body()
    return 'passes'
  } catch {
    return 'fails'
  } finally {
    const { onFinished: cleanups = [] } = test as WithCleanups
    delete (test as WithCleanups).onFinished
    for (const cleanup of cleanups.toReversed()) await cleanup(test.context)
  }
}
