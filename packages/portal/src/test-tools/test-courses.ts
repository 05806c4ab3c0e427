import { TEST_TOOLS_TEXTS } from '../texts/test-tools-texts.ts'

const { courses } = TEST_TOOLS_TEXTS

/** Outcomes that a test payment can simulate. Any test card of the documentation may be typed. @see docs/protocol/simulators.md#simulators */
export const TEST_COURSES: readonly {
  readonly name: string
  readonly metadata?: Readonly<Record<string, string>>
}[] = [
  { name: courses.challenge, metadata: { simulated_flow: 'CHALLENGE' } },
  { name: courses.frictionless, metadata: { simulated_flow: 'FRICTIONLESS_SUCCESS' } },
  { name: courses.without, metadata: { simulated_flow: 'NO_3DS' } },
  { name: courses.funds, metadata: { simulated_flow: 'NO_3DS', response_code: '1004' } },
  {
    name: courses.outage,
    metadata: { simulated_flow: 'NO_3DS', simulated_fault: 'RESET_BEFORE_EXECUTION' },
  },
  {
    name: courses.lost,
    metadata: { simulated_flow: 'NO_3DS', simulated_fault: 'TIMEOUT_AFTER_EXECUTION' },
  },
  { name: courses.serverError, metadata: { simulated_flow: 'NO_3DS', simulated_fault: 'SERVER_ERROR' } },
  { name: courses.asTyped },
]
