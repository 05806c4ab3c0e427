/**
 * A file for `try-mutants.test.ts`: a test loads a module, as the SDK loads its engine, and finds nothing wrong with it. It is larger than
 * the other one, so it is run first, and the other finds the module loaded.
 */
import { expect, it } from 'vitest'

it('loads a module', async () => {
  const { encodeCursor } = await import('../../../../packages/platform/src/kernel/page-cursor.ts')
  expect(encodeCursor).toBeTypeOf('function')
})
