/** Fails a unit test that prints: a module reports through its results, its errors or its logger. */
import { afterEach, beforeEach, vi } from 'vitest'

const METHODS = ['debug', 'error', 'info', 'log', 'warn'] as const

let printed: string[] = []

beforeEach(() => {
  printed = []
  for (const method of METHODS) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      printed.push(`console.${method}(${values.map(String).join(', ')})`)
    })
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  if (printed.length > 0) throw new Error(`The test printed to the console:\n${printed.join('\n')}`)
})
