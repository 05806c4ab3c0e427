/** The entry for runtimes with a command line: the fixture comes as an argument, the outcomes go to standard output. */
import { runCases } from './run-cases.ts'
import type { Fixture } from './world.ts'

const outcomes = await runCases(JSON.parse(process.argv[2] ?? '') as Fixture)
process.stdout.write(`${JSON.stringify(outcomes)}\n`, () => process.exit())
