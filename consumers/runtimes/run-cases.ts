import { CASES } from './cases.ts'
import type { Fixture } from './world.ts'

/** The result of each case: `null` when it is true, else what was wrong. */
export type Outcomes = Readonly<Record<string, string | null>>

export async function runCases(fixture: Fixture): Promise<Outcomes> {
  const outcomes: Record<string, string | null> = {}
  for (const [name, check] of Object.entries(CASES)) {
    outcomes[name] = await check(fixture).then(
      () => null,
      (error: unknown) => (error instanceof Error ? (error.stack ?? String(error)) : String(error)),
    )
  }
  return outcomes
}
