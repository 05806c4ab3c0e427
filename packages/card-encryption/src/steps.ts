/**
 * Work that is written once and run in two ways.
 *
 * WebCrypto answers with promises, `node:crypto` and the portable library at once. A generator that hands out each
 * intermediate answer serves both: sealing awaits them, opening in the gateway stays synchronous.
 */
export type Awaitable<T> = T | Promise<T>

export type Steps<T> = Generator<unknown, T, unknown>

/**
 * Passes one answer to the caller that runs the work, and resumes with its value: `const key = yield* settle(hmac(…))`.
 */
export function* settle<T>(answer: Awaitable<T>): Steps<T> {
  return (yield answer) as T
}

/** Runs work whose answers may be promises. */
export async function runSteps<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next()
  while (!step.done) step = steps.next(await step.value)
  return step.value
}

/** Runs work at once; for primitives that never answer with a promise. */
export function runStepsNow<T>(steps: Steps<T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next(step.value)
  return step.value
}
