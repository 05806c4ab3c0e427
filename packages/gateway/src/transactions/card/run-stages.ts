import type { Envelope } from '../execution/envelope.ts'
import { authenticateCardholder, challengeAgain, enrolCard } from './authenticate-cardholder.ts'
import { callProvider } from './call-provider.ts'
import { commitProgress, endTransaction, ERASED } from '../execution/settle.ts'
import type { FlowPorts, Progress, Stage, StageResult } from './flow.ts'

/** Takes an authorization from stage to stage until there is an answer. */
export async function runStages(ports: FlowPorts, progress: Progress, first: Stage): Promise<Envelope> {
  let stage = first
  let current = progress
  while (stage.kind !== 'answer') {
    ;[current, stage] = await runStage(ports, current, stage)
  }
  return stage.envelope
}

function runStage(
  ports: FlowPorts,
  progress: Progress,
  stage: Exclude<Stage, { kind: 'answer' }>,
): Promise<StageResult> {
  switch (stage.kind) {
    case 'enrol':
      return enrolCard(ports, progress)
    case 'authenticate':
      return authenticateCardholder(ports, progress, stage.completionIndicator)
    case 'challenge_again':
      return challengeAgain(ports, progress)
    case 'authorize':
      return callProvider(ports, progress, stage.outcome)
    case 'end':
      return endWithoutProvider(ports, progress, stage)
  }
}

/** Ends a transaction that no provider has to decide: authentication failed, or there is nobody to ask. */
async function endWithoutProvider(
  ports: FlowPorts,
  progress: Progress,
  { processingCode, cause }: Extract<Stage, { kind: 'end' }>,
): Promise<StageResult> {
  const attempt = { ...progress.attempt, status: 'ENDED' as const, processingCode }
  const after = endTransaction(progress.transaction, attempt, {
    processingCode,
    retryable: false,
    nowMs: ports.clock.now(),
  })
  await commitProgress(ports, progress, ERASED, {
    attempts: [attempt],
    after,
    cause,
    event: ports.describeEvent(after),
  })
  return [
    { ...progress, transaction: after },
    { kind: 'answer', envelope: { kind: 'result', transaction: after } },
  ]
}
