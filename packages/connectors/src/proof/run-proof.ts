import { type Course, runCourse } from './course.ts'
import type { ProofResult } from './proof-result.ts'

/** The environment and configuration of a proof. A proof resumes only under the same conditions. */
export interface ProofHeader {
  readonly provider: string
  readonly type: string
  readonly account: string
  /** The provider's host. */
  readonly host: string
  readonly gateway_version: string
  readonly api_version: string | null
  /** The published contract that the connector was built from. */
  readonly contract: string
}

/** The report that is saved after each course. */
export interface ProofReport extends ProofHeader {
  readonly started_at: string
  /** The end time; null while it runs, and after an interruption. */
  readonly finished_at: string | null
  readonly results: readonly ProofResult[]
}

/** The inputs of a run. */
export interface ProofRun {
  readonly header: ProofHeader
  readonly courses: readonly Course[]
  /** The report of an interrupted run; null to start from the beginning. */
  readonly earlier: ProofReport | null
  /** Removes everything that a report must not contain. */
  readonly scrub: (text: string) => string
  /** Called before the first course and after each one. */
  readonly save: (report: ProofReport) => void
  readonly now: () => Date
}

/** Returns whether a report can be continued: it was interrupted, and its conditions are unchanged. */
export function canResume(report: ProofReport, header: ProofHeader): boolean {
  const isSame = Object.entries(header).every(([name, value]) => report[name as keyof ProofHeader] === value)
  return report.finished_at === null && isSame
}

/** Runs the courses that have no result yet, one after the other. */
export async function runProof({
  header,
  courses,
  earlier,
  scrub,
  save,
  now,
}: ProofRun): Promise<ProofReport> {
  const known = earlier?.results ?? []
  const done = new Set(known.map(({ course }) => course))
  let report: ProofReport = {
    ...header,
    started_at: earlier?.started_at ?? now().toISOString(),
    finished_at: null,
    results: known,
  }
  save(report)
  for (const course of courses.filter(({ id }) => !done.has(id))) {
    const results = await runCourse(course)
    const scrubbed = results.map((result) => ({ ...result, reason: scrub(result.reason) }))
    report = { ...report, results: [...report.results, ...scrubbed] }
    save(report)
  }
  report = { ...report, finished_at: now().toISOString() }
  save(report)
  return report
}
